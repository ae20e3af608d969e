import * as z from 'zod/mini';
import { extra, id, timestamp, version } from '../kit/fields';
import { genders } from '../kit/labels';
import { shownTags } from './tags.labels';
import { roles } from './users.labels';

export const COUNTRY = { countryCode: 'AR', countryCodeT: '+54' } as const;

const nullableDate = z.nullable(z.iso.date());

const basicRow = z.object({
  id,
  name: z.string(),
  gender: z.enum(genders),
  username: z.string(),
  countryCodeT: z.literal(COUNTRY.countryCodeT),
  phone: z.string(),
  role: z.enum(roles),
  status: z.boolean().check(z.meta({ default: true })),
  suscription_status: z.boolean(),
  suscription_end: nullableDate,
  created_at: timestamp,
  /** The last pause, past ones included, so that it depends on no day. */
  pause: z.optional(extra(z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })))),
  tags: shownTags,
});
/** A row of a page of the list; its debt is for those alone who may see money. */
export const userListRow = z.extend(basicRow, {
  profile_image: z.optional(extra(z.nullable(z.string()))),
  plan: z.optional(extra(z.nullable(z.object({ id, title: z.string() })))),
  owed: z.optional(extra(z.number())),
});
export type UserListRow = z.infer<typeof userListRow>;

/** All fields of the list but the country code, which is constant. */
export const userSorts = [
  'id',
  'name',
  'gender',
  'username',
  'phone',
  'role',
  'status',
  'suscription_status',
  'suscription_end',
  'created_at',
] as const;

export const userRow = z.extend(basicRow, {
  email: z.nullable(z.string()),
  birth_date: nullableDate,
  age: z.nullable(z.int()),
  height: z.nullable(z.number()),
  weight: z.nullable(z.number()),
  profile_image: z.nullable(z.string()),
  countryCode: z.literal(COUNTRY.countryCode),
  suscriptionId: z.nullable(id),
  suscription_init: nullableDate,
  notes: z.string(),
  trainer: z.optional(extra(z.nullable(z.object({ id, name: z.string() })))),
  version: z.optional(version),
});
export type User = z.infer<typeof userRow>;

/** The name of a deleted user whose personal data were erased. */
export const ERASED_NAME = 'Persona eliminada';
export const erasedUser = z.object({ id, name: z.literal(ERASED_NAME) });
