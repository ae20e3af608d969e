import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { History, RotateCw } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { dropDraft, keepDraft, readDraft, type Draft } from '#api/drafts';
import { onExpired } from '#api/session';
import type { NoteOf } from '#forms/form';
import { Button } from '#ui/button';
import { tell } from '#ui/tell';

type Values = Record<string, unknown>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const PAUSE_MS = 300;
const NEVER_KEPT = new Set(['password', 'file']);

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** A control inside a list ('sets.0.reps') is an edit of the list. */
const isEdited = (name: string, edited: ReadonlySet<string>) =>
  edited.has(name) || [...edited].some((part) => part.startsWith(`${name}.`));

/** What the person changed, as it stands in the controls: the form begins with the same when it is given as its values. */
function mineIn(form: HTMLFormElement, edited: ReadonlySet<string>): Pick<Draft, 'mine' | 'isPartial'> {
  const controls = [...form.elements].filter(isControl).filter(({ name }) => name && isEdited(name, edited));
  const mine: Values = {};
  for (const control of controls) {
    const { name, type, value } = control;
    if (NEVER_KEPT.has(type) || name.includes('.')) continue;
    if (control.dataset.rows !== undefined) mine[name] = { rows: JSON.parse(control.dataset.rows) as unknown };
    else if (type === 'checkbox') mine[name] = (control as HTMLInputElement).checked;
    else if (type !== 'radio' || (control as HTMLInputElement).checked) mine[name] = value;
  }
  return { mine, isPartial: controls.some(({ type }) => NEVER_KEPT.has(type)) };
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** Of the fields that I changed, those that hold something else in the fresh values than in mine. */
function differing(mine: Values, fresh: Values, before?: Values): Values {
  const names = Object.keys(mine).filter(
    (name) => textOf(fresh[name]) !== textOf(mine[name]) && (!before || textOf(fresh[name]) !== textOf(before[name])),
  );
  return Object.fromEntries(names.map((name) => [name, fresh[name]]));
}

type Kept = Pick<Draft, 'mine' | 'isPartial'> & { turn: number; theirs: Values; notice?: 'resumed' | 'merged' };

const AS_STORED: Kept = { turn: 0, mine: {}, theirs: {}, isPartial: false };

const versionOf = (values: Values | undefined) => (typeof values?.version === 'number' ? values.version : undefined);

/** The draft over what is stored now; what somebody else saved meanwhile is shown beside it. */
function resume(draft: Draft, values: Values = {}, turn = 0): Kept {
  const theirs = draft.version === versionOf(values) ? {} : differing(draft.mine, values);
  return { turn, mine: draft.mine, isPartial: draft.isPartial, theirs, notice: 'resumed' };
}

type Props = {
  /** The same form opened again has the same name. */
  name: string;
  id: string;
  values: Values | undefined;
  /** While saving; a form that goes away then was saved. */
  busy: boolean;
  /** Loads what is stored now, as the form's values. */
  onReload?: () => Promise<Values | undefined>;
  /** For who follows a field: what the form begins with when something typed comes back, or goes. */
  onRestore?: (mine: Values) => void;
};

/**
 * Keeps what is typed until it is saved or discarded: on the device, so that it survives the end of the session and of the
 * page, and over what somebody else saved meanwhile. Give `form` to the form.
 */
export function useKept({ name, id, values, busy, onReload, onRestore }: Props) {
  const [draft, setDraft] = useState(() => readDraft(name));
  const [kept, setKept] = useState(() => (draft?.resumes ? resume(draft, values) : AS_STORED));
  const [dirty, setDirty] = useState(draft?.resumes ?? false);
  const edited = useRef(new Set(Object.keys(kept.mine)));
  const pause = useRef(0);
  // Nothing typed, saved, or discarded: what the device keeps of it can go with the form.
  const isOver = useRef(true);
  useEffect(() => {
    isOver.current = !dirty || busy;
  });

  const read = () => {
    const form = document.getElementById(id);
    return form instanceof HTMLFormElement ? mineIn(form, edited.current) : undefined;
  };
  const keep = () => {
    const now = edited.current.size > 0 ? read() : undefined;
    if (now) keepDraft(name, { ...now, version: versionOf(values) });
  };
  useEffect(() => {
    const stopListening = onExpired(keep);
    window.addEventListener('pagehide', keep);
    return () => {
      stopListening();
      window.removeEventListener('pagehide', keep);
    };
  });
  const keepLast = useEffectEvent(keep);
  // Before its controls are gone.
  useLayoutEffect(
    () => () => {
      window.clearTimeout(pause.current);
      if (isOver.current) dropDraft(name);
      else keepLast();
    },
    [name],
  );

  useEffect(() => {
    if (kept.notice !== 'merged') return;
    const form = document.getElementById(id);
    const isTheirs = (element: Element) => (element.getAttribute('name') ?? '') in kept.theirs;
    const first = form instanceof HTMLFormElement ? [...form.elements].find(isTheirs) : undefined;
    if (first instanceof HTMLElement && first.matches(':not([type=hidden])')) first.focus();
    else document.getElementById(`${id}-notice`)?.focus();
  }, [id, kept]);

  const restored = useEffectEvent((mine: Values) => onRestore?.(mine));
  useEffect(() => {
    if (kept.turn > 0 || kept.notice) restored(kept.mine);
  }, [kept]);

  const forget = () => {
    window.clearTimeout(pause.current);
    dropDraft(name);
    edited.current.clear();
    setDraft(undefined);
    setDirty(false);
  };
  const discard = () => {
    forget();
    setKept({ ...AS_STORED, turn: kept.turn + 1 });
  };
  const accept = () => {
    if (!draft) return;
    edited.current = new Set(Object.keys(draft.mine));
    setKept(resume(draft, values, kept.turn + 1));
    setDirty(true);
  };
  const onEdit = (control: string) => {
    edited.current.add(control);
    setDirty(true);
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(keep, PAUSE_MS);
  };
  const reload = async () => {
    const now = read() ?? AS_STORED;
    const fresh = await onReload?.();
    if (!fresh) return tell({ title: 'No se pudo volver a cargar', description: 'Por favor, intenta de nuevo.' });
    setKept({ ...now, turn: kept.turn + 1, theirs: differing(now.mine, fresh, values), notice: 'merged' });
  };

  const noteOf: NoteOf = (control, controlId, show = textOf) =>
    control in kept.theirs && (
      <Theirs stored={kept.theirs[control]} text={show(kept.theirs[control])} controlId={controlId} />
    );
  const isOffered = draft !== undefined && !draft.resumes && kept.turn === 0 && !dirty;
  return {
    dirty,
    discard: forget,
    reload: onReload && (() => void reload()),
    form: { key: kept.turn, values: { ...values, ...kept.mine }, noteOf, onEdit },
    notice: isOffered ? (
      <Offer draft={draft} onAccept={accept} onDiscard={discard} />
    ) : (
      kept.notice && (
        <KeptNotice id={`${id}-notice`} notice={kept.notice} isPartial={kept.isPartial} onDiscard={discard} />
      )
    ),
  };
}

type NoticeProps = { id?: string; icon: ReactNode; text: string; children: ReactNode };

function Notice({ id, icon, text, children }: NoticeProps) {
  return (
    <div
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-blue-soft p-3 text-sm text-blue print:hidden"
    >
      {icon}
      <p className="min-w-0 flex-1 basis-48">{text}</p>
      {children}
    </div>
  );
}

const historyIcon = <History aria-hidden className="size-4 shrink-0" />;

function Offer({ draft, onAccept, onDiscard }: { draft: Draft; onAccept: () => void; onDiscard: () => void }) {
  const at = new Date(draft.at);
  return (
    <Notice
      icon={historyIcon}
      text={`El ${formatDate(at.toISOString())} a las ${formatClock(at)} quedó algo sin guardar.`}
    >
      <span className="flex gap-2 max-sm:w-full max-sm:flex-col">
        <Button onClick={onAccept}>Seguir con lo que escribiste</Button>
        <Button look="quiet" onClick={onDiscard}>
          Descartar
        </Button>
      </span>
    </Notice>
  );
}

const PARTIAL = ' Las contraseñas y las imágenes no se conservan: vuelve a ponerlas.';

type KeptProps = { id: string; notice: NonNullable<Kept['notice']>; isPartial: boolean; onDiscard: () => void };

function KeptNotice({ id, notice, isPartial, onDiscard }: KeptProps) {
  if (notice === 'merged')
    return (
      <Notice
        id={id}
        icon={<RotateCw aria-hidden className="size-4 shrink-0" />}
        text={`Se cargó lo que guardó la otra persona. Lo que tú cambiaste sigue como lo escribiste; donde difiere, se ve lo suyo debajo.${isPartial ? PARTIAL : ''}`}
      >
        {null}
      </Notice>
    );
  return (
    <Notice icon={historyIcon} text={`Esto es lo que habías escrito.${isPartial ? PARTIAL : ''}`}>
      <Button look="quiet" onClick={onDiscard}>
        Descartar
      </Button>
    </Notice>
  );
}

/** Writes into a control as typing does, so that React and the form notice. */
function put(controlId: string, stored: unknown) {
  const control = document.getElementById(controlId);
  if (!control || !isControl(control)) return;
  if (control.type === 'checkbox') {
    if ((control as HTMLInputElement).checked !== Boolean(stored)) control.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, textOf(stored));
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
  control.focus();
}

/** What somebody else saved, under what I typed. A list has no control to put it into: it is only said. */
function Theirs({ stored, text, controlId }: { stored: unknown; text: string; controlId: string }) {
  if (!controlId)
    return <p className="mb-2 text-sm text-yellow">La otra persona también cambió esta lista; aquí está la tuya.</p>;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-yellow">
      <span className="wrap-anywhere">La otra persona guardó: {text === '' ? 'nada' : `«${text}»`}</span>
      <button
        type="button"
        className="min-h-11 font-semibold underline underline-offset-4 hover:no-underline sm:min-h-8"
        onClick={() => put(controlId, stored)}
      >
        Usar lo suyo
      </button>
    </p>
  );
}
