import type { Device, PushProvider } from '@pulso/contract/accounts/devices';
import type { Segment } from '@pulso/contract/accounts/segments';
import type { Tag } from '@pulso/contract/accounts/tags';
import type { User } from '@pulso/contract/accounts/users';
import type { Role } from '@pulso/contract/accounts/users.labels';
import type { Whom } from '@pulso/contract/accounts/whom';
import type { IpcValue } from '@pulso/contract/billing/ipc';
import type { Payment } from '@pulso/contract/billing/ledger';
import type { LinkProblem } from '@pulso/contract/billing/links.labels';
import type { PaymentMethod, PaymentType } from '@pulso/contract/billing/payments.labels';
import type { SubscriptionHistoryItem } from '@pulso/contract/billing/subscriptions';
import type { HistoryStatus } from '@pulso/contract/billing/subscriptions.labels';
import type { UserPackage } from '@pulso/contract/billing/user-packages';
import type { Diet } from '@pulso/contract/content/diets';
import type { Exercise, ExerciseSet } from '@pulso/contract/content/exercises';
import type { Package } from '@pulso/contract/content/packages';
import type { Prescription } from '@pulso/contract/content/sets-line';
import type { Assignment } from '@pulso/contract/coaching/courses';
import type { Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import type { Training, TrainingDay } from '@pulso/contract/content/trainings';
import type { Notification, UnsentReason } from '@pulso/contract/desk/notifications';
import type { Import, ImportMapping, ImportProblem, ImportRowState, ImportRule } from '@pulso/contract/desk/imports';
import type { Generated, GeneratedAlways, Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { catalogues, CatalogueTable } from '#db/stores/tables';

type Id = GeneratedAlways<number>;
type CreatedColumns = { id: Id; created_at: Generated<string> };
/** The columns that every entity's table has besides the contract's. */
type Entity<Row> = Omit<Row, 'id' | 'version' | 'created_at' | 'updated_at'> &
  CreatedColumns & { version: Generated<number>; updated_at: Generated<string> };

type Catalogues = { [T in CatalogueTable]: Entity<z.infer<(typeof catalogues)[T]['row']>> };

/** Every table with all its columns; `database.test.ts` compares it with the migrated schema. */
export type Database = Catalogues & {
  exercises: Entity<Omit<Exercise, 'body_part' | 'machine' | 'sets'>>;
  exercise_sets: Omit<Entity<ExerciseSet>, 'created_at'>;
  diets: Entity<Omit<Diet, 'type_diet' | 'packages'>>;
  trainings: Entity<Omit<Training, 'level' | 'training_type' | 'training_days' | 'owner'>> & {
    owner_id: number | null;
    copy_of: number | null;
  };
  training_days: Omit<TrainingDay, 'id' | 'training_day_exercises'> & { id: Id; training_id: number };
  training_day_exercises: Prescription & {
    id: Id;
    training_day_id: number;
    exercise_id: number;
    order_index: number;
  };
  packages: Entity<Omit<Package, 'level' | 'package_trainings' | 'package_diets'>>;
  package_trainings: { package_id: number; training_id: number; order_index: number };
  package_diets: { package_id: number; diet_id: number; order_index: number };
  users: Entity<Omit<User, 'countryCode' | 'countryCodeT' | 'pause' | 'tags' | 'trainer'>> & {
    trainer_id: number | null;
    password_hash: string;
    password_changed_at: string | null;
    deleted_at: string | null;
    search: GeneratedAlways<string>;
    name_key: GeneratedAlways<string>;
    username_key: GeneratedAlways<string>;
  };
  user_tally: {
    role: Role;
    active: boolean;
    subscribed_until: string | null;
    plan_id: number | null;
    change: number;
  };
  name_words: { word: string; sound: GeneratedAlways<string> };
  sessions: SessionsTable;
  known_addresses: { user_id: number; address: string; seen_at: Generated<string> };
  known_devices: { user_id: number; token_hash: Buffer; seen_at: Generated<string> };
  login_failures: { key: Buffer; failures: number; until: string };
  devices: Omit<Device, 'id' | 'created_at'> & CreatedColumns & DeviceColumns;
  user_subscriptions: Omit<
    SubscriptionHistoryItem,
    'id' | 'created_at' | 'subscription' | 'status' | 'payment_amount' | 'payment_method'
  > &
    CreatedColumns &
    PeriodColumns;
  user_packages: Omit<UserPackage, 'id' | 'created_at' | 'package'> & CreatedColumns & { user_id: number };
  payments: Omit<Payment, 'id' | 'created_at'> & CreatedColumns & ItemReferences & LedgerColumns;
  payment_receipts: { payment_id: number; image: Buffer; created_by: number | null; created_at: Generated<string> };
  payment_days: PaymentDaysTable;
  debts: DebtsTable & ItemReferences;
  debt_tally: { clients: number; owed: number };
  promise_tally: { promised_on: string; plan_id: number | null; clients: number; amount: Generated<number> };
  payment_months: { month: string; amount: number };
  client_milestones: { user_id: number; day: string; kind: 'new' | 'renewed' | 'lost'; leads: boolean };
  milestone_tally: { day: string; kind: 'new' | 'renewed' | 'lost'; periods: number; clients: number };
  payment_links: PaymentLinksTable;
  link_payments: LinkPaymentsTable;
  fee_tally: { day: string; fee: number; net: number };
  wrong_notices: {
    is_only: Generated<boolean>;
    count: Generated<number>;
    application_id: string | null;
    last_at: string | null;
  };
  library_entries: { key: string; row_id: number; added_at: Generated<string> };
  ipc: { month: string; percent: number; source: IpcValue['source']; updated_at: Generated<string> };
  till_closes: TillClosesTable;
  client_accounts: ClientAccountsTable;
  prices: PricesTable & ItemReferences;
  price_rises: PriceRisesTable;
  events: EventsTable;
  event_seals: { day: string; last_id: number; events: number; digest: Buffer; sealed_at: Generated<string> };
  message_templates: MessageTemplatesTable;
  tags: Entity<Tag>;
  user_tags: { user_id: number; tag_id: number };
  segments: Entity<Omit<Segment, 'gone'>>;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_mappings: { headings_hash: Buffer; mapping: ImportMapping; used_at: Generated<string> };
  business: BusinessTable;
  downloads: {
    ticket_hash: Buffer;
    what: string;
    query: object;
    user_id: number;
    session_id: string;
    until: string;
  };
  notifications: Omit<Notification, 'id' | 'created_at'> & CreatedColumns & QueueColumns;
  notification_recipients: { notification_id: number; user_id: number; sent_at: string };
  deliveries: DeliveriesTable;
  provider_troubles: ProviderTroublesTable;
  idempotent_answers: IdempotentAnswersTable;
  deleted_rows: DeletedRowsTable;
  backups: BackupsTable;
  own_business: {
    is_only: Generated<boolean>;
    stage: Generated<'new' | 'demo' | 'own'>;
    first_steps: Generated<boolean>;
    filled_at: string | null;
  };
  access_links: {
    id: string;
    user_id: number;
    link_hash: Buffer | null;
    phone_key: string | null;
    code_seal: Buffer | null;
    created_by: number | null;
    created_at: Generated<string>;
    expires_at: string;
    link_used_at: string | null;
    code_used_at: string | null;
    code_failures: Generated<number>;
    replaced_at: string | null;
  };
  assignments: Omit<Assignment, 'id' | 'version' | 'created_at' | 'updated_at'> &
    CreatedColumns & { version: Generated<number>; updated_at: Generated<string>; created_by: number | null };
  workouts: WorkoutsTable;
  workout_names: { id: string; workout_id: string };
  workout_exercises: WorkoutExercisesTable;
  client_training: { user_id: number; last_workout_on: string | null; open_notes: Generated<number> };
  measures: { user_id: number; kind: string; day: string; value: number | null; v: number; by: string };
  installation: { id: Generated<string>; is_only: Generated<boolean> };
  schema_migrations: { name: string; checksum: string; applied_at: Generated<string> };
};

type WorkoutsTable = Pick<WorkoutRow, 'id' | 'course' | 'turn' | 'training_id' | 'day_number' | 'day'> &
  Pick<WorkoutRow, 'started_at' | 'ended_at' | 'effort' | 'done' | 'planned' | 'version'> & {
    user_id: number;
    last_at: string | null;
    gone: Generated<boolean>;
    note: Generated<string>;
    answered_at: string | null;
    answered_by: number | null;
    document: Workout;
    changed_at: Generated<string>;
  };

type WorkoutExercisesTable = {
  user_id: number;
  exercise_id: number;
  day: string;
  workout_id: string;
  place: string;
  sets: object;
  best_weight: number | null;
  best_reps: number | null;
  best_seconds: number | null;
};

type SessionsTable = {
  id: string;
  user_id: number;
  address: string;
  created_at: Generated<string>;
  expires_at: string;
  ended_at: string | null;
  kept_hash: Buffer | null;
  renewed_at: string | null;
  secret_hash: Buffer | null;
  device: string | null;
  last_used_at: string | null;
};

type DeviceColumns = {
  user_id: number;
  token: string;
  token_hash: Buffer;
  p256dh: string | null;
  auth: string | null;
  seen_at: Generated<string>;
};

/** `item_id` as references of their own. */
type ItemReferences = {
  plan_id: GeneratedAlways<number | null>;
  package_id: GeneratedAlways<number | null>;
  product_id: GeneratedAlways<number | null>;
};

type PeriodColumns = {
  user_id: number;
  status: Generated<Exclude<HistoryStatus, 'pending'>>;
  payment_amount: number | null;
  payment_method: PaymentMethod | null;
  kind: Generated<'plan' | 'pause'>;
  price: number | null;
  anchor_day: number | null;
  closed_on: string | null;
  renews_id: number | null;
  continues_id: number | null;
  created_by: number | null;
  covers: GeneratedAlways<object>;
};

type LedgerColumns = {
  user_id: number | null;
  kind: Generated<'charge' | 'reversal' | 'expense' | 'income'>;
  paid_on: string | null;
  concept: Generated<string>;
  category: string | null;
  notes: string | null;
  reason: string | null;
  reverses: number | null;
  claimed_on: string | null;
  claim: 'renewal' | 'debt' | 'other' | null;
  period_id: number | null;
  debt_id: number | null;
  close_id: number | null;
  recorded_by: number | null;
  settled_by: number | null;
  settled_at: string | null;
  day: GeneratedAlways<string>;
  transaction_key: GeneratedAlways<string | null>;
};

type PaymentDaysTable = {
  day: string;
  kind: string;
  of_client: boolean;
  type: string;
  payment_method: string;
  status: string;
  recorded_by: number | null;
  rows: number;
  amount: number;
  plan_id: number | null;
  of_expense: boolean;
};

type DebtsTable = {
  id: Id;
  user_id: number;
  type: PaymentType;
  item_id: Generated<number>;
  period_id: number | null;
  amount: number;
  owed: number;
  forgiven: Generated<number>;
  due_on: string | null;
  note: Generated<string>;
  created_by: number | null;
  created_at: Generated<string>;
  closed_on: string | null;
  closed_as: 'pagada' | 'condonada' | 'anulada' | null;
};

type PaymentLinksTable = {
  id: Id;
  reference: string;
  user_id: number;
  payment_id: number;
  debt_id: number | null;
  preference_id: string | null;
  expires_at: string;
  opened_at: string | null;
  next_ask_at: string | null;
  closed_at: string | null;
  created_at: Generated<string>;
};

type LinkPaymentsTable = {
  id: Id;
  link_id: number;
  outside_id: string;
  /** As Mercado Pago says. */
  status: string;
  amount: number;
  currency: string;
  approved_at: string | null;
  fee: number | null;
  net: number | null;
  refunded: Generated<number>;
  payment_id: number | null;
  paid_on: string | null;
  problem: LinkProblem | null;
  solved_at: string | null;
  solved_by: number | null;
  created_at: Generated<string>;
};

type TillClosesTable = {
  id: Id;
  closed_at: string | null;
  closed_by: number | null;
  opening: Generated<number>;
  expected: Generated<object>;
  counted: Generated<object>;
  left_over: Generated<number>;
  note: Generated<string>;
  rows: Generated<number>;
};

type ClientAccountsTable = {
  user_id: number;
  owed: Generated<number>;
  owed_since: string | null;
  last_paid_on: string | null;
  contact_id: number | null;
  contacted_at: string | null;
  contacted_by: number | null;
  snoozed_until: string | null;
  promised_on: string | null;
  promised_amount: number | null;
  promised_at: string | null;
  promise_paid: Generated<number>;
  open_promise: GeneratedAlways<string | null>;
};

type PricesTable = {
  id: Id;
  kind: 'plan' | 'package' | 'product';
  item_id: number;
  user_id: number | null;
  valid_from: string;
  valid_to: string | null;
  removed_on: Generated<string | null>;
  before: number | null;
  amount: number;
  rise_id: number | null;
  created_by: number | null;
  created_at: Generated<string>;
};

type PriceRisesTable = {
  id: Id;
  percent: number | null;
  increase: number | null;
  rounding: Generated<number>;
  valid_from: string;
  reason: Generated<string>;
  created_by: number | null;
  created_at: Generated<string>;
  canceled_at: string | null;
  canceled_by: number | null;
};

type EventsTable = {
  id: Id;
  act: string;
  at: Generated<string>;
  actor_id: number | null;
  address: string | null;
  entity: string;
  entity_id: number | null;
  user_id: number | null;
  action: string;
  changes: object | null;
  data: object | null;
  salt: string | null;
  digest: Buffer | null;
};

type MessageTemplatesTable = {
  id: Id;
  name: string;
  text: string;
  list: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};

type BusinessTable = {
  is_only: Generated<boolean>;
  name: Generated<string>;
  alias: Generated<string>;
  cuit: Generated<string>;
  address: Generated<string>;
  phone: Generated<string>;
  area_code: Generated<string>;
  receipt_footer: Generated<string>;
  contact_days: Generated<number>;
  pause_days_per_year: number | null;
  logo_image: Generated<string>;
  accent: Generated<string>;
  measures: Generated<string[]>;
  lapsed_sees: Generated<string>;
  trainer_access: Generated<boolean>;
  grace_days: Generated<number>;
  price_settled_on: string | null;
  version: Generated<number>;
  updated_at: Generated<string>;
};

/** The progress of a notification's delivery. */
type QueueColumns = {
  created_by: number | null;
  providers: Generated<PushProvider[]>;
  last_device: Generated<number>;
  up_to_device: Generated<number>;
  queued: Generated<number>;
  recipients: Generated<number>;
  delivered: Generated<number>;
  failed: Generated<number>;
} & GroupColumns;

/** The part of a notification that is for a group: audience, hour, progress. */
type GroupColumns = {
  audience: (Whom & { name?: string }) | null;
  send_at: string | null;
  canceled_at: string | null;
  started_at: string | null;
  asked_at: string | null;
  unsent: UnsentReason | null;
  last_user: Generated<number>;
  users: Generated<number>;
};

type DeliveriesTable = {
  notification_id: number;
  device_id: number;
  provider: PushProvider;
  service: Generated<string>;
  attempts: Generated<number>;
  refusals: Generated<number>;
  due_at: Generated<string>;
};

type ProviderTroublesTable = {
  provider: PushProvider;
  service: string;
  trouble: 'credentials' | 'unreachable';
  since: Generated<string>;
  blocked_until: string;
};

type IdempotentAnswersTable = {
  admin_id: number;
  user_id: number | null;
  route: string;
  key: string;
  request_hash: Buffer;
  answer: object | null;
  people: GeneratedAlways<number[] | null>;
  created_at: Generated<string>;
};

type ImportsTable = {
  id: Id;
  file: string;
  file_hash: Buffer;
  headings_hash: Buffer;
  columns: Import['columns'];
  mapping: ImportMapping;
  rules: Generated<ImportRule[]>;
  remembered: Generated<boolean>;
  created_tags: Generated<number[]>;
  undone: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<string>;
};

type ImportRowsTable = {
  import_id: number;
  row: number;
  cells: string[];
  typed: Generated<object>;
  include: Generated<boolean>;
  state: Generated<ImportRowState>;
  problems: Generated<ImportProblem[]>;
  same_as: number | null;
  user_id: number | null;
  touched: object | null;
};

type DeletedRowsTable = {
  table_name: string;
  row_id: number;
  content: object;
  image: string | null;
  deleted_at: Generated<string>;
  act: Generated<string | null>;
};

type BackupsTable = {
  id: Id;
  state: Generated<'copying' | 'checking' | 'done' | 'failed'>;
  progress: Generated<number>;
  started_at: Generated<string>;
  beat_at: Generated<string>;
  finished_at: string | null;
  node: string;
  file: string | null;
  size: Generated<number>;
  row_count: Generated<number>;
  image_count: Generated<number>;
  missing_images: Generated<number>;
  verified_at: string | null;
  problem: string | null;
  made_by: Generated<'schedule' | 'panel' | 'command'>;
  pinned: Generated<boolean>;
  elsewhere: Generated<boolean>;
};

export type Db = Kysely<Database>;
