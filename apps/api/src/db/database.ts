import type { BodyPart } from '@pulso/contract/body-parts';
import type { DietCategory } from '@pulso/contract/diet-categories';
import type { Level } from '@pulso/contract/levels';
import type { Machine } from '@pulso/contract/machines';
import type { Plan } from '@pulso/contract/plans';
import type { ProductCategory } from '@pulso/contract/product-categories';
import type { Product } from '@pulso/contract/products';
import type { TrainingType } from '@pulso/contract/training-types';
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
  users: UsersTable;
  sessions: SessionsTable;
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
