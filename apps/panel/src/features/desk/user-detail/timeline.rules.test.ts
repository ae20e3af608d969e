import type { Contact } from '@pulso/contract/billing/collections';
import { contactChannels } from '@pulso/contract/billing/collections.labels';
import type { Debt } from '@pulso/contract/billing/debts';
import type { Payment } from '@pulso/contract/billing/ledger';
import type { SubscriptionHistoryItem } from '@pulso/contract/billing/subscriptions';
import { describe, expect, it } from 'vitest';
import {
  eventOfContact,
  eventOfDebt,
  eventOfPackage,
  eventOfPayment,
  eventOfPeriod,
  groupByMonth,
  inOrder,
} from '#features/desk/user-detail/timeline.rules';

const DAY = '2026-11-19';
const created_at = '2026-11-18T15:00:00.000Z';
const payment: Payment = {
  id: 7,
  type: 'subscription',
  item_id: 1,
  amount: 28_900,
  payment_method: 'efectivo',
  status: 'completed',
  created_at,
  transaction_id: null,
  payment_url: null,
};
const period: SubscriptionHistoryItem = {
  id: 3,
  subscription_id: 1,
  subscription: { title: 'Mensual' },
  start_date: '2026-11-18',
  end_date: '2026-12-18',
  status: 'active',
  payment_amount: 28_900,
  payment_method: 'efectivo',
  created_at,
  transaction_id: null,
  notes: null,
};
const debt: Debt = {
  id: 4,
  user_id: 1,
  type: 'other',
  item_id: 0,
  concept: 'Remera',
  period_id: null,
  amount: 9_000,
  paid: 0,
  owed: 9_000,
  forgiven: 0,
  due_on: '2026-12-01',
  note: '',
  created_at,
  closed_on: null,
  closed_as: null,
};

describe('the timeline of a client', () => {
  it('says of every kind what happened, and a state only where it is not the usual one', () => {
    expect(eventOfPeriod(period, DAY)).toMatchObject({ title: 'Mensual', detail: '18 nov – 18 dic', note: undefined });
    expect(eventOfPeriod({ ...period, status: 'pending', start_date: '2026-11-21' }, DAY).note).toBe(
      'Empieza el 21 nov',
    );
    expect(eventOfPayment(payment)).toMatchObject({ title: 'Pago', detail: 'Suscripción · Efectivo', note: undefined });
    expect(eventOfPayment({ ...payment, status: 'pending' }).note).toBe('Pendiente');
    expect(eventOfPayment({ ...payment, amount: -5 }).title).toBe('Devolución');
    expect(eventOfDebt(debt, DAY)).toMatchObject({ detail: 'Remera · vence el 1 dic', amount: 9_000, note: 'Debe' });
    expect(eventOfDebt({ ...debt, closed_as: 'pagada' }, DAY).note).toBe('Pagada');
    const held = { id: 2, package_id: 5, start_date: DAY, end_date: '2027-01-02', status: true, created_at };
    expect(eventOfPackage(held, DAY)).toMatchObject({ title: 'Paquete #5', detail: 'hasta el 2 ene 2027' });
    const contact: Contact = {
      ...{ id: 1, by: { id: 1, name: 'Ana' }, at: created_at, text: 'Hola', template_id: null, rise_id: null },
      channel: contactChannels[0],
    };
    expect(eventOfContact(contact)).toMatchObject({ detail: 'Ana · Hola' });
  });

  it('stands in months, the newest first, the unreadable last', () => {
    const at = (id: number, instant: string) => eventOfPayment({ ...payment, id, created_at: instant });
    // Midnight in Greenwich is still the evening before in Buenos Aires.
    const months = groupByMonth(
      inOrder([at(1, ''), at(2, '2026-11-01T02:00:00Z'), at(3, created_at), at(4, created_at)]),
    );
    expect(months.map(({ month, events }) => [month, events.map(({ key }) => key)])).toEqual([
      ['2026-11', ['payment-4', 'payment-3']],
      ['2026-10', ['payment-2']],
      ['', ['payment-1']],
    ]);
  });
});
