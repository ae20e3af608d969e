import { createPicture } from '../pictures';

/** Rows that the writes refer to; made once, before anything is broken. */
export type BaseRows = { clients: number[]; plan: number; bodyPart: number };

type Request = { path: string; json?: object; form?: Record<string, string | Buffer> };

type WriteKind = {
  /** Relative frequency of this kind. */
  weight: number;
  request: (mark: string, base: BaseRows, nth: number) => Request;
  /** True if the call takes an Idempotency-Key. */
  keyed?: boolean;
  /** True if the row may be deleted again by its id, under the same path. */
  removable?: boolean;
  /** A query for `mark`, `whole` and `image` of each row that such a write leaves. */
  rows: string;
};

const pngBytes = await createPicture(24, 16).png().toBuffer();
const EXERCISE_SETS = [8, 10, 12].map((reps, index) => ({ set_number: index + 1, reps, rest_seconds: 60 }));
const amountOf = (nth: number) => 1_000 + (nth % 900) + 0.25;

/** Mixed work, as an administrator's day has it: each write has a mark of its own, by which it is found again. */
export const WRITE_KINDS = {
  category: {
    weight: 5,
    removable: true,
    request: (mark) => ({ path: '/type-diet', json: { name: mark, description: `De ${mark}` } }),
    rows: `select name as mark, description = 'De ' || name as whole, null as image from diet_categories`,
  },
  sale: {
    weight: 4,
    keyed: true,
    request: (mark, { clients, plan }, nth) => ({
      path: '/user/activate-suscription',
      json: {
        user_id: clients[nth % clients.length],
        subscription_id: plan,
        payment_method: 'efectivo',
        payment_amount: amountOf(nth),
        transaction_id: mark,
        notes: mark,
      },
    }),
    // The second half are payments whose subscription is missing.
    rows: `select s.notes as mark, null as image,
        (p.transaction_id = s.notes and p.amount = s.payment_amount and p.user_id = s.user_id) is true as whole
      from user_subscriptions s left join payments p on p.period_id = s.id
      union all
      select transaction_id, null, false from payments p
      where not exists (select from user_subscriptions s where p.period_id = s.id)`,
  },
  payment: {
    weight: 4,
    keyed: true,
    request: (mark, { clients }, nth) => ({
      path: '/payment',
      json: {
        user_id: clients[nth % clients.length],
        type: 'other',
        item_id: 0,
        amount: amountOf(nth),
        payment_method: 'transferencia',
        status: 'completed',
        transaction_id: mark,
      },
    }),
    rows: `select transaction_id as mark, amount > 0 as whole, null as image from payments`,
  },
  picture: {
    weight: 2,
    request: (mark) => ({ path: '/level', form: { title: mark, image: pngBytes } }),
    rows: `select title as mark, cover_image is not null as whole, cover_image as image from levels`,
  },
  exercise: {
    weight: 3,
    removable: true,
    request: (mark, { bodyPart }) => ({
      path: '/exercise',
      form: {
        title: mark,
        description: 'Tres sets',
        body_part_id: String(bodyPart),
        sets: JSON.stringify(EXERCISE_SETS),
      },
    }),
    rows: `select e.title as mark, null as image,
        (select array_agg(reps order by set_number) from exercise_sets s where s.exercise_id = e.id) is not distinct from
          array[8, 10, 12] as whole
      from exercises e`,
  },
  notification: {
    weight: 2,
    keyed: true,
    request: (mark) => ({ path: '/notifications/send-to-all', json: { title: mark, body: 'Mañana cerramos' } }),
    rows: `select title as mark, body <> '' as whole, null as image from notifications`,
  },
  // Seldom, because hashing a password takes a core for a while.
  user: {
    weight: 0.1,
    request: (mark, _base, nth) => ({
      path: '/user',
      json: {
        name: 'Ana Pérez',
        gender: 'Female',
        countryCode: 'AR',
        countryCodeT: '+54',
        phone: String(1_100_000_000 + nth),
        username: mark,
        password: 'clave-segura',
      },
    }),
    rows: `select username as mark, name = 'Ana Pérez' and password_hash <> '' as whole, null as image from users`,
  },
} satisfies Record<string, WriteKind>;

export type Kind = keyof typeof WRITE_KINDS;
export const writeKindOf = (kind: Kind): WriteKind => WRITE_KINDS[kind];
export const ALL_KINDS = Object.keys(WRITE_KINDS) as Kind[];

/** Invariants of the whole database after any interruption; each query counts violations. */
export const INVARIANTS: Record<string, string> = {
  'clients whose summary differs from their current subscription': `
    select count(*) from users u join user_subscriptions s on s.user_id = u.id and s.status = 'active'
    where (u.suscription_end, u."suscriptionId") is distinct from (s.end_date, s.subscription_id)`,
  'clients with two current subscriptions': `
    select count(*) from (
      select from user_subscriptions where status = 'active' group by user_id having count(*) > 1) twice`,
  'users that the tally does not count': `
    select abs((select sum(change) from user_tally) - (select count(*) from users where deleted_at is null))`,
  'idempotency keys without their answer': `select count(*) from idempotent_answers where answer is null`,
  'sets without their exercise': `
    select count(*) from exercise_sets s where not exists (select from exercises e where e.id = s.exercise_id)`,
};
