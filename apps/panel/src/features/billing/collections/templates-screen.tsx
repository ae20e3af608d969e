import { messageTemplates, type CollectionRow } from '@pulso/contract/billing/collections';
import { collectionListLabels, collectionLists, type CollectionList } from '@pulso/contract/billing/collections.labels';
import { fillTemplate, placeholders } from '@pulso/contract/billing/message-text';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatPesos } from '@pulso/contract/kit/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { serverOffers } from '#api/session';
import { COLLECTIONS_PATH } from '#features/billing/collections/summary/use-summary';
import { useBusiness } from '#features/billing/business/use-business';
import { messageValuesOf } from '#features/billing/collections/collections.rules';
import { MessagePreview, EMPTY_MESSAGE_HINT } from '#features/billing/collections/message-preview';
import { readCollection } from '#features/billing/collections/read-collection';
import { TextAreaField, TextField } from '#forms/fields';
import { createSchemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { RowCatalogue } from '#screens/row-catalogue';
import { useCatalogue } from '#screens/use-catalogue';

const words: CatalogueWords = {
  title: 'Plantillas',
  search: 'Buscar plantillas...',
  create: 'Nueva Plantilla',
  edit: 'Editar Plantilla',
  count: ['plantilla', 'plantillas'],
  empty: {
    title: 'No se encontraron plantillas',
    text: 'Una plantilla es el mensaje de WhatsApp que se completa solo con los datos de cada cliente.',
    create: 'Crear Nueva',
  },
  load: 'Error al cargar las plantillas',
  save: 'Error al guardar la plantilla',
  remove: 'Error al eliminar la plantilla',
};

const listOptions = collectionLists.map((value) => ({ value, label: collectionListLabels[value] }));
const check = createSchemaCheck(messageTemplates.create);
const listLabel = (list: string) => collectionListLabels[list as CollectionList] ?? list;

/** Invented client for the preview if all lists are empty. */
const EXAMPLE_CLIENT: CollectionRow = {
  user: { id: 0, name: 'Ana Gómez', phone: '', status: true },
  plan: { id: 0, title: 'Mensual' },
  end: today(),
  price: 12_500,
  owed: 4_000,
  last_contact: null,
  snoozed_until: null,
  promised_on: null,
  promised_amount: null,
  promise_paid: null,
  claim: null,
  link: null,
};

/** Somebody whom the template may be sent to: of its list, or of any other. */
function useExampleClient(list: string): CollectionRow {
  const { data } = useQuery({
    queryKey: [COLLECTIONS_PATH, 'example', list],
    queryFn: async ({ signal }) => {
      for (const one of new Set([list, ...collectionLists].filter(Boolean))) {
        const { rows } = await readCollection({ list: one, page: 1, hidden: true, search: '' }, 1, signal);
        if (rows[0]) return rows[0];
      }
      return EXAMPLE_CLIENT;
    },
  });
  return data ?? EXAMPLE_CLIENT;
}

/** Sample values for the placeholders that only a link, a rise, a payment or an access fills. */
const sampleValues = (price: number | null, plan: string | undefined) => ({
  link: serverOffers('mercadopago') ? 'https://www.mercadopago.com.ar/checkout/…' : undefined,
  antes: formatPesos(price ?? NaN),
  desde: formatDate(addDays(today(), 30)),
  monto: formatPesos(price ?? NaN),
  fecha: formatDate(today()),
  concepto: plan,
  acceso: `${location.origin}/mi/entrar#…`,
  codigo: '482913',
});

function Preview({ text, list }: { text: string; list: string }) {
  const client = useExampleClient(list);
  const { data: business } = useBusiness();
  const values = {
    ...sampleValues(client.price, client.plan?.title),
    ...Object.fromEntries(Object.entries(messageValuesOf(client, business, today())).filter(([, value]) => value)),
  };
  return (
    <MessagePreview
      label={`Así le llega a ${displayName(client.user.name)}`}
      text={fillTemplate(text, values)}
      missing={text.trim() ? EMPTY_MESSAGE_HINT : 'Escribe el mensaje, y aquí verás cómo le llega.'}
    />
  );
}

/** Inserts at the last cursor position; at the end if the field has never had the focus. */
function insertAtCursor(area: HTMLTextAreaElement, text: string) {
  const at = document.activeElement === area || area.selectionEnd > 0 ? area.selectionStart : area.value.length;
  area.setRangeText(text, at, Math.max(at, area.selectionEnd), 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  area.focus();
}

/** Placeholder that only a server with links to pay at fills. */
const LINK_PLACEHOLDER = 'link';
/** Placeholders that only the sending of an access fills. */
const ACCESS_PLACEHOLDERS = ['acceso', 'codigo'];

const listPlaceholders = () =>
  placeholders.filter(
    (name) =>
      (serverOffers('mercadopago') || name !== LINK_PLACEHOLDER) &&
      (serverOffers('coaching') || !ACCESS_PLACEHOLDERS.includes(name)),
  );

/** Braces are hard to type on a phone. */
function PlaceholderButtons({ onChoose }: { onChoose: (placeholder: string) => void }) {
  return (
    <div
      role="group"
      aria-label="Datos que puedes usar"
      className="fades-at-end mt-2 flex gap-1.5 max-sm:overflow-x-auto sm:flex-wrap"
    >
      {listPlaceholders().map((name) => (
        <button
          key={name}
          type="button"
          // The text keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(`{${name}}`)}
          className="min-h-11 shrink-0 rounded-control border border-line bg-sunken px-2.5 text-sm hover:border-line-strong sm:min-h-8 sm:text-xs"
        >
          {`{${name}}`}
        </button>
      ))}
    </div>
  );
}

/** The fields with what they make of a message, at every key. */
function TemplateFields() {
  const [typed, setTyped] = useState({ text: '', list: '' });
  const fields = useRef<HTMLDivElement>(null);
  const read = () => {
    const valueOf = (name: string) =>
      fields.current?.querySelector<HTMLTextAreaElement | HTMLSelectElement>(`[name=${name}]`)?.value ?? '';
    setTyped({ text: valueOf('text'), list: valueOf('list') });
  };
  // A form may begin with what was typed before.
  useEffect(read, []);
  const isOurs = ({ target }: FormEvent) =>
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return (
    <div ref={fields} className="space-y-5" onInput={(event) => isOurs(event) && read()}>
      <TextField name="name" label="Nombre" required maxLength={60} />
      <SelectField name="list" label="Se ofrece primero en" prompt="Ninguna lista" options={listOptions} />
      <div>
        <TextAreaField
          name="text"
          label="Texto"
          required
          rows={5}
          hint="Una línea a la que le falta un dato no se envía."
        />
        {typed.text.includes(`{${LINK_PLACEHOLDER}}`) && !serverOffers('mercadopago') && (
          <p role="status" className="mt-1.5 text-sm text-yellow">
            Todavía no hay links de pago: la línea con {`{${LINK_PLACEHOLDER}}`} no se envía.
          </p>
        )}
        <PlaceholderButtons
          onChoose={(placeholder) => {
            const area = fields.current?.querySelector('textarea');
            if (area) insertAtCursor(area, placeholder);
          }}
        />
      </div>
      <Preview {...typed} />
    </div>
  );
}

export function TemplatesScreen() {
  const catalogue = useCatalogue(messageTemplates, words, ({ name, text }) => [name, text]);
  return (
    <RowCatalogue
      pictured={false}
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(json) => ({ json })}
      row={({ name, text, list }) => ({
        title: name,
        text: (
          <span title={text} className="line-clamp-3 whitespace-pre-line">
            {text}
          </span>
        ),
        badges: list && <Badge tone="grey">{listLabel(list)}</Badge>,
      })}
      fields={() => <TemplateFields />}
    />
  );
}
