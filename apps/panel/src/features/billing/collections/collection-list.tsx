import type { Business } from '@pulso/contract/billing/business';
import { riseOfList, type CollectionRow, type MessageTemplate } from '@pulso/contract/billing/collections';
import { fillTemplate } from '@pulso/contract/billing/message-text';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { navigate } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import { areSingleKeysEnabled, isShortcutEvent } from '#api/single-keys';
import { LIST_KEYS_NEED_FOCUS } from '#api/strict-spec';
import { CollectionItem, type CollectionAction } from '#features/billing/collections/collection-item';
import { actionOfKey } from '#features/billing/collections/collection-keys';
import { messageValuesOf, nextFocusRow, pickTemplate } from '#features/billing/collections/collections.rules';
import { HelpDialog } from '#features/billing/collections/help-dialog';
import { PromiseDialog } from '#features/billing/collections/promise-dialog';
import { SnoozeDialog } from '#features/billing/collections/snooze-dialog';
import { TemplateDialog } from '#features/billing/collections/template-dialog';
import type { ContactChat } from '#features/billing/collections/use-chat';
import { useRefreshCollections } from '#features/billing/collections/use-collections';

const ARROW_STEPS: Record<string, number> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };

const loadSales = () => import('#features/billing/collections/links/sales-with-link');
const saleDialogs = {
  charge: lazy(async () => ({ default: (await loadSales()).ChargeWithLink })),
  renew: lazy(async () => ({ default: (await loadSales()).RenewWithLink })),
  link: lazy(async () => ({ default: (await loadSales()).LinkWithChat })),
};
const isSale = (what: string): what is keyof typeof saleDialogs => what in saleDialogs;

type KeyPress = { key: string; repeat: boolean; preventDefault: () => void };

type OpenDialog =
  | { what: 'charge' | 'renew' | 'link' | 'promise' | 'snooze' | 'template'; row: CollectionRow }
  | { what: 'help' };

type Props = {
  list: string;
  rows: CollectionRow[];
  today: string;
  business: Business;
  templates: MessageTemplate[];
  /** Template chosen for this list; without it each client gets the one that fits. */
  chosen: MessageTemplate | undefined;
  onChoose: (template: MessageTemplate) => void;
  chat: ContactChat;
};

/** The rows with their keys, which act on the row that has the focus, or would get it. */
export function CollectionList({ list, rows, today, business, templates, chosen, onChoose, chat }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<number>();
  const [open, setOpen] = useState<OpenDialog>();
  const refresh = useRefreshCollections();
  const ids = rows.map(({ user }) => user.id);
  const rowOf = (id: number | undefined) => grid.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null;

  // The row that has the focus, or had it last: the next answer may lack that row.
  const focused = useRef<number>(undefined);
  const previousIdsRef = useRef(ids);
  useLayoutEffect(() => {
    const { current: id } = focused;
    const previousIds = previousIdsRef.current;
    previousIdsRef.current = ids;
    if (id === undefined || ids.includes(id) || !previousIds.includes(id)) return;
    focused.current = nextFocusRow(id, previousIds, ids);
    if (document.activeElement === document.body) rowOf(focused.current)?.focus();
  });
  const leave = (id: number) => {
    const next = nextFocusRow(id, ids, ids);
    focused.current = next;
    rowOf(next)?.focus();
  };

  const templateOf = (row: CollectionRow) => chosen ?? pickTemplate(templates, list, row, today);
  const textOf = (row: CollectionRow, template: MessageTemplate) =>
    fillTemplate(template.text, messageValuesOf(row, business, today));
  const numberOf = (row: CollectionRow) => whatsappNumber(row.user.phone, business.area_code);

  const write = (row: CollectionRow) => {
    const [number, template] = [numberOf(row), templateOf(row)];
    if (number === undefined || !template) return;
    const text = textOf(row, template);
    const link = whatsappLink(number, text);
    leave(row.user.id);
    void chat.write({
      row,
      place: ids.indexOf(row.user.id),
      link,
      text,
      templateId: template.id,
      riseId: riseOfList(list),
    });
  };
  const doTo = (row: CollectionRow, deed: CollectionAction) => {
    const trouble = chat.troubles.get(row.user.id);
    if (deed === 'write') write(row);
    else if (deed === 'forget') chat.forget(row.user.id);
    else if (deed === 'follow') {
      if (trouble) chat.follow(trouble);
    } else if (deed === 'again') void (trouble && chat.write(trouble.message));
    else if (deed === 'details') void navigate(addresses.users.detail(row.user.id));
    else if ((deed === 'renew' || deed === 'charge') && !serverOffers('renew')) return;
    else if (deed === 'renew' && !row.plan) return;
    else setOpen({ what: deed, row });
  };

  // A stable callback, so that a row is drawn again only when it changes.
  const latest = useRef(doTo);
  useLayoutEffect(() => {
    latest.current = doTo;
  });
  const onDo = useCallback((row: CollectionRow, deed: CollectionAction) => latest.current(row, deed), []);

  const pressOn = (item: HTMLElement | null, event: KeyPress) => {
    const row = rows.find(({ user }) => String(user.id) === item?.dataset.row);
    const step = ARROW_STEPS[event.key.toLowerCase()];
    const deed = actionOfKey(event.key);
    if (step === undefined && !deed) return;
    event.preventDefault();
    if (step !== undefined) {
      const next = step > 0 ? item?.nextElementSibling : item?.previousElementSibling;
      if (next instanceof HTMLElement) next.focus();
    } else if (row && deed && !event.repeat) doTo(row, deed);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    // Keys pressed in a dialog bubble here through React, though it stands elsewhere on the page.
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement) || !grid.current?.contains(target)) return;
    if (target.closest('input, textarea, select')) return;
    const item = target.closest<HTMLElement>('[data-row]');
    // Enter on a button or a link is its own.
    if (key === 'Enter' && target !== item) return;
    if (key !== '?') return pressOn(item, event);
    event.preventDefault();
    setOpen({ what: 'help' });
  };
  const activeId = stop !== undefined && ids.includes(stop) ? stop : ids[0];
  /** Keys work from the moment the list is there, wherever the focus is but in a field or a dialog. */
  const pressOutside = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target, key } = event;
    if (LIST_KEYS_NEED_FOCUS || !isShortcutEvent(event) || !areSingleKeysEnabled()) return;
    if (!(target instanceof Element) || grid.current?.contains(target)) return;
    if (key === 'Enter' && target.closest('a, button')) return;
    pressOn(rowOf(activeId), event);
  });
  useEffect(() => {
    document.addEventListener('keydown', pressOutside);
    return () => document.removeEventListener('keydown', pressOutside);
  }, []);

  const close = () => setOpen(undefined);
  const returnTo = () => rowOf(focused.current ?? ids[0]);
  const dialogRow = open && 'row' in open ? open.row : undefined;
  const SaleDialog = open && isSale(open.what) ? saleDialogs[open.what] : undefined;
  const advance = (row: CollectionRow) => {
    const next = nextFocusRow(row.user.id, ids, ids);
    focused.current = next;
    // Only the row that the Tab key reaches can get the focus back.
    setStop(next);
  };
  const finishRow = (row: CollectionRow) => {
    advance(row);
    close();
  };
  return (
    <div className="@container/few">
      <div
        role="grid"
        tabIndex={-1}
        ref={grid}
        aria-label="Clientes"
        onKeyDown={press}
        onFocus={({ target }) => {
          const id = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row);
          if (!id) return;
          focused.current = id;
          setStop(id);
        }}
        className="divide-y divide-line rounded-card border border-line bg-surface outline-none"
      >
        {rows.map((row) => (
          <CollectionItem
            key={row.user.id}
            row={row}
            today={today}
            number={numberOf(row)}
            isStop={row.user.id === activeId}
            sending={chat.isSending(row.user.id)}
            trouble={chat.troubles.get(row.user.id)}
            onDo={onDo}
          />
        ))}
      </div>
      {SaleDialog && dialogRow && (
        <Suspense>
          <SaleDialog
            user={dialogRow.user}
            onDone={() => {
              refresh();
              advance(dialogRow);
            }}
            onClose={close}
            returnTo={returnTo}
          />
        </Suspense>
      )}
      {dialogRow && open?.what === 'promise' && (
        <PromiseDialog row={dialogRow} onDone={() => finishRow(dialogRow)} onClose={close} returnTo={returnTo} />
      )}
      {dialogRow && open?.what === 'snooze' && (
        <SnoozeDialog row={dialogRow} onDone={() => finishRow(dialogRow)} onClose={close} returnTo={returnTo} />
      )}
      {dialogRow && open?.what === 'template' && (
        <TemplateDialog
          templates={templates}
          chosen={templateOf(dialogRow)}
          textOf={(template) => textOf(dialogRow, template)}
          onChoose={(template) => {
            onChoose(template);
            close();
          }}
          onClose={close}
          returnTo={returnTo}
        />
      )}
      {open?.what === 'help' && <HelpDialog onClose={close} returnTo={returnTo} />}
    </div>
  );
}
