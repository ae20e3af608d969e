import type { BodyPart } from '@pulso/contract/catalogue/body-parts';
import type { DietCategory } from '@pulso/contract/catalogue/diet-categories';
import type { Diet } from '@pulso/contract/content/diets';
import type { Exercise, ExerciseSet } from '@pulso/contract/content/exercises';
import type { Level } from '@pulso/contract/catalogue/levels';
import type { Machine } from '@pulso/contract/catalogue/machines';
import type { Package } from '@pulso/contract/content/packages';
import type { Plan } from '@pulso/contract/catalogue/plans';
import type { ProductCategory } from '@pulso/contract/catalogue/product-categories';
import type { Product } from '@pulso/contract/catalogue/products';
import type { TrainingType } from '@pulso/contract/catalogue/training-types';
import type { Training, TrainingDay } from '@pulso/contract/content/trainings';
import type { Generated, Kysely } from 'kysely';

/** What every table has besides the contract's columns. */
type Kept<Row> = Omit<Row, 'id' | 'version'> & { id: Generated<number>; version: Generated<number> };

export type Database = {
  levels: Kept<Level>;
  training_types: Kept<TrainingType>;
  machines: Kept<Machine>;
  body_parts: Kept<BodyPart>;
  product_categories: Kept<ProductCategory>;
  diet_categories: Kept<DietCategory>;
  products: Kept<Product>;
  plans: Kept<Plan>;
  exercises: Kept<Omit<Exercise, 'body_part' | 'machine' | 'sets'>>;
  exercise_sets: Kept<ExerciseSet>;
  diets: Kept<Omit<Diet, 'type_diet' | 'packages'>>;
  trainings: Kept<Omit<Training, 'level' | 'training_type' | 'training_days'>>;
  training_days: TrainingDaysTable;
  training_day_exercises: TrainingDayExercisesTable;
  packages: Kept<Omit<Package, 'level' | 'package_trainings' | 'package_diets'>>;
  package_trainings: { package_id: number; training_id: number; order_index: number };
  package_diets: { package_id: number; diet_id: number; order_index: number };
  users: UsersTable;
  sessions: SessionsTable;
};

type TrainingDaysTable = Omit<TrainingDay, 'id' | 'training_day_exercises'> & {
  id: Generated<number>;
  training_id: number;
};

type TrainingDayExercisesTable = {
  id: Generated<number>;
  training_day_id: number;
  exercise_id: number;
  order_index: number;
};

type UsersTable = {
  id: Generated<number>;
  name: string;
  gender: string;
  username: string;
  username_key: Generated<string>;
  phone: string;
  role: 'ADMIN' | 'TRAINER' | 'CLIENT';
  status: Generated<boolean>;
  password_hash: string;
  deleted_at: Generated<string | null>;
};

type SessionsTable = {
  id: string;
  user_id: number;
  address: string;
  created_at: Generated<string>;
  expires_at: string;
  ended_at: string | null;
};

export type Db = Kysely<Database>;
