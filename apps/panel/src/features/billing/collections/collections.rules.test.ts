import type { Business } from '@pulso/contract/billing/business';
import type { CollectionRow, MessageTemplate } from '@pulso/contract/billing/collections';
import { fillTemplate } from '@pulso/contract/billing/message-text';
import { describe, expect, it } from 'vitest';
import {
  describeAgreements,
  describeContact,
  messageValuesOf,
  nextFocusRow,
  pickTemplate,
  withTroubledRows,
} from '#features/billing/collections/collections.rules';
import { describeDueDate } from '#features/billing/collections/due-date.rules';

const TODAY = '2026-03-05';
const row = (fields: Partial<CollectionRow> = {}): CollectionRow => ({
  user: { id: 1, name: 'Ana María Gómez', phone: '1123456789', status: true },
  plan: { id: 1, title: 'Mensual' },
  end: TODAY,
  price: 12_500,
  owed: 0,
  last_contact: null,
  snoozed_until: null,
  promised_on: null,
  promised_amount: null,
  promise_paid: null,
  claim: null,
  link: null,
  ...fields,
});
const business = { name: 'Sur', alias: 'sur.mp' } as Business;

describe('the words of a row', () => {
  it('COB-06 AJU-14 say when the plan ends, who spoke with the client and what was agreed', () => {
    expect(
      [-3, -1, 0, 1, 5].map((days) => describeDueDate(`2026-03-${String(5 + days).padStart(2, '0')}`, TODAY)),
    ).toEqual(['Venció hace 3 días', 'Venció hace 1 día', 'Vence hoy', 'Vence en 1 día', 'Vence en 5 días']);
    expect(describeDueDate(null, TODAY)).toBe('Sin plan');
    const contact = { id: 1, by: { id: 2, name: 'Ana' }, channel: 'whatsapp' } as const;
    expect(describeContact({ ...contact, at: '2026-03-05T13:32:00.000Z' }, TODAY)).toBe('Ana, hoy 10:32, WhatsApp');
    expect(describeContact({ ...contact, at: '2026-03-05T02:59:00.000Z' }, TODAY)).toBe('Ana, ayer 23:59, WhatsApp');
    expect(describeContact({ ...contact, by: null, at: '2026-03-01T13:32:00.000Z', channel: 'llamada' }, TODAY)).toBe(
      '01/03/2026 10:32, Llamada',
    );
    expect(describeAgreements(row({ promised_on: '2026-03-09', promised_amount: 4_000.5 }), TODAY)).toEqual([
      { words: 'Paga el 09/03/2026: ARS 4.000,50', isBroken: false },
    ]);
    expect(describeAgreements(row({ promised_on: TODAY, snoozed_until: '2026-03-06' }), TODAY)).toEqual([
      { words: 'Prometió pagar hoy', isBroken: false },
      { words: 'Pospuesto hasta el 06/03/2026', isBroken: false },
    ]);
    expect(describeAgreements(row({ promised_on: '2026-03-04', promised_amount: 1 }), TODAY)).toEqual([
      { words: 'Prometió pagar el 04/03/2026, hace 1 día: ARS 1,00', isBroken: true },
    ]);
    expect(describeAgreements(row({ snoozed_until: TODAY }), TODAY)).toEqual([]);
    const inPart = row({ promised_on: TODAY, promised_amount: 500, promise_paid: 300 });
    expect(describeAgreements(inPart, TODAY)).toEqual([
      { words: 'Prometió pagar hoy: ARS 500,00. Cumplió ARS 300,00 de 500,00', isBroken: false },
    ]);
  });
});

describe('a message', () => {
  it('COB-18 has first name, plan, dates and pesos, and no line without its value', () => {
    const text = 'Hola {nombre}: {plan}, {vence}, {dias}, {precio}.\nDebe {deuda}\nA {alias}, {negocio}\n{link}';
    expect(fillTemplate(text, messageValuesOf(row({ end: '2026-03-03' }), business, TODAY))).toBe(
      'Hola Ana: Mensual, 03/03/2026, 2, $ 12.500.\nA sur.mp, Sur',
    );
    expect(fillTemplate(text, messageValuesOf(row({ plan: null, end: null, owed: 10.5 }), undefined, TODAY))).toBe(
      'Debe $ 10,50',
    );
    const rise = { before: 10_000, amount: 10_800, valid_from: '2026-04-01' };
    expect(
      fillTemplate('De {antes} a {precio} desde el {desde}', messageValuesOf(row({ rise }), business, TODAY)),
    ).toBe('De $ 10.000 a $ 10.800 desde el 01/04/2026');
  });

  it('COB-17 is of the template for the list, for the state of the client, or of any', () => {
    const template = (name: string, list: MessageTemplate['list']) => ({ name, list }) as MessageTemplate;
    const all = [template('Cualquiera', null), template('Deuda', 'debt'), template('Vencida', 'overdue')];
    const rise = { before: null, amount: 1, valid_from: TODAY };
    const nameFor = (list: string, fields: Partial<CollectionRow>, templates = all) =>
      pickTemplate(templates, list, row(fields), TODAY)?.name;
    expect(nameFor('overdue', { owed: 5 })).toBe('Vencida');
    expect(nameFor('lapsed', { end: '2026-01-01' })).toBe('Vencida');
    expect(nameFor('promised', { owed: 5 })).toBe('Deuda');
    expect(nameFor('due_today', {})).toBe('Cualquiera');
    expect(nameFor('rise:1', { rise }, [...all, template('Aumento', null)])).toBe('Aumento');
    expect(nameFor('debt', {}, [])).toBeUndefined();
  });
});

describe('the rows of a list', () => {
  it('COB-10 COB-12 keep one in which something went wrong where it stood', () => {
    const person = (id: number) => row({ user: { id, name: `${id}`, phone: '', status: true } });
    const idsOf = (rows: CollectionRow[]) => rows.map(({ user }) => user.id);
    expect(idsOf(withTroubledRows([person(1), person(3)], [{ row: person(2), place: 1 }]))).toEqual([1, 2, 3]);
    expect(idsOf(withTroubledRows([person(1)], [{ row: person(1), place: 0 }]))).toEqual([1]);
    expect(idsOf(withTroubledRows([], [{ row: person(2), place: 7 }]))).toEqual([2]);
  });

  it('COB-15 lead the focus on to the next that is left, or to the last', () => {
    expect(nextFocusRow(2, [1, 2, 3, 4], [1, 4])).toBe(4);
    expect(nextFocusRow(4, [1, 2, 3, 4], [1, 3])).toBe(3);
    expect(nextFocusRow(2, [1, 2], [1, 2])).toBe(2);
    expect(nextFocusRow(1, [1], [])).toBeUndefined();
    // A list of which nothing is left but new rows begins at its first.
    expect(nextFocusRow(2, [1, 2], [3, 4])).toBe(3);
  });
});
