/** The order of the house: whatever stands here may import what stands before it, and nothing else. */

/** Areas, and in each its nouns, the same in the contract, the API and the panel. */
export const AREAS = {
  catalogue: [
    'levels',
    'training-types',
    'machines',
    'body-parts',
    'product-categories',
    'diet-categories',
    'products',
    'plans',
  ],
  content: ['exercises', 'diets', 'trainings', 'packages'],
  accounts: ['auth', 'users', 'devices'],
  billing: ['payments', 'subscriptions', 'user-packages'],
  desk: ['user-detail', 'erasure', 'backups', 'statistics', 'notifications'],
};

export const CONTRACT_LAYERS = ['kit', ...Object.keys(AREAS)];
/** Files and folders of `apps/api/src`; what starts a process or a thread stands last. */
export const API_LAYERS = [
  'startup-error',
  'config',
  'machine',
  'db',
  'files',
  'archive',
  'access',
  'http',
  'features',
  'push',
  'safekeeping',
  'demo',
  'chores',
  'cluster',
  'app',
  'serve',
  'deliver',
  'worker',
  'make-backup',
  'backup',
  'restore',
  'seed',
  'server',
];
export const PANEL_LAYERS = [
  'addresses',
  'navigation',
  'ui',
  'api',
  'forms',
  'screens',
  'features',
  'app',
  'docs',
  'main',
];

/** Who writes a table: the folder of its noun, or what keeps it for everybody. Joins may read any. */
export const TABLE_WRITERS: Record<string, string> = {
  exercises: 'features/content/exercises',
  exercise_sets: 'features/content/exercises',
  diets: 'features/content/diets',
  trainings: 'features/content/trainings',
  training_days: 'features/content/trainings',
  training_day_exercises: 'features/content/trainings',
  packages: 'features/content/packages',
  package_trainings: 'features/content/packages',
  package_diets: 'features/content/packages',
  users: 'features/accounts/users',
  user_tally: 'features/accounts/users',
  sessions: 'features/accounts/auth',
  known_addresses: 'features/accounts/auth',
  known_devices: 'features/accounts/auth',
  login_failures: 'features/accounts/auth',
  devices: 'features/accounts/devices',
  user_subscriptions: 'features/billing/subscriptions',
  user_packages: 'features/billing/user-packages',
  payments: 'features/billing/payments',
  notifications: 'features/desk/notifications',
  backups: 'features/desk/backups',
  deliveries: 'push',
  provider_troubles: 'push',
  idempotent_answers: 'db',
  deleted_rows: 'db',
  schema_migrations: 'db',
};
