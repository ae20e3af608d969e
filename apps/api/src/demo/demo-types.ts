import type { PaymentMethod, PaymentStatus, PaymentType } from '@pulso/contract/billing/payments.labels';
import type { DateText } from '@pulso/contract/kit/dates';
import type { DemoMembership } from '#demo/memberships';
import type { DemoPerson } from '#demo/people';
import type { Random } from '#demo/random';

/** Rows of users and what belongs to them; users are referenced by username, plans, packages and products by title. */

export type DemoUser = Omit<DemoPerson, 'joined'> & {
  created_at: string;
  plan: string | null;
  suscription_status: boolean;
  suscription_init: DateText | null;
  suscription_end: DateText | null;
};
type UserRecord = { username: string; created_at: string };
export type DemoHistoryItem = UserRecord & Omit<DemoMembership, 'activated'>;
export type DemoUserPackage = UserRecord & {
  package: string;
  start_date: DateText;
  end_date: DateText;
  status: boolean;
};
export type DemoPayment = UserRecord & {
  type: PaymentType;
  /** The title of the plan, package or product. */
  item: string | null;
  amount: number;
  payment_method: PaymentMethod;
  status: PaymentStatus;
  transaction_id: string | null;
  payment_url: string | null;
};
export type DemoBusiness = {
  users: DemoUser[];
  history: DemoHistoryItem[];
  packages: DemoUserPackage[];
  payments: DemoPayment[];
};

/** A time within opening hours in Buenos Aires; for today one just after midnight, so that it is never in the future. */
export function randomInstant(random: Random, day: DateText, today: DateText): string {
  const minutes = day === today ? random.int(0, 9) : random.int(7 * 60, 21 * 60);
  const midnight = new Date(`${day}T00:00:00-03:00`).getTime();
  return new Date(midnight + minutes * 60_000 + random.int(0, 59) * 1_000).toISOString();
}
