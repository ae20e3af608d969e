import { createHash, randomInt, randomUUID } from 'node:crypto';
import { ACCESS_HOURS, OWN_CODE_MINUTES, phoneKey } from '@pulso/contract/coaching/access';
import { sql, type RawBuilder } from 'kysely';
import { newDeviceSecret, type DeviceKey } from '#access/device-secret';
import type { Tokens } from '#access/tokens';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { notFound, Refusal } from '#db/writes/refusal';
import { removeInBatches } from '#db/writes/remove-in-batches';
import { inTransaction } from '#db/writes/transaction';
import { visibleUsers } from '#db/writes/visible-users';
import type { Actor, Write } from '#db/writes/write';
import {
  findLastDeviceUse,
  lockAccount,
  openDeviceSession,
  type EnteringAccount,
} from '#features/accounts/auth/device-sessions.queries';

const CODE_DIGITS = 6;
/** So many wrong codes end those of a phone, but not their links. */
const MAX_CODE_FAILURES = 10;
const KEPT_DAYS = 7;

const askAgain = 'Pídele otro a tu entrenador.';
const unauthorized = (reason: string) => new Refusal(reason, 'unauthorized');
const LINK_REFUSALS = {
  unknown: `Este enlace no es válido. ${askAgain}`,
  used: `Este enlace ya se usó. ${askAgain}`,
  expired: `Este enlace venció. ${askAgain}`,
  replaced: 'Este enlace ya no sirve: te enviaron otro más nuevo.',
};
export const INACTIVE_ACCOUNT = 'Tu cuenta está desactivada. Contacta al administrador.';
const ONLY_CLIENTS = 'Solo los clientes entran a la app.';
const NO_PHONE = 'No tienes un teléfono con el que entrar. Pídele a tu entrenador que lo agregue.';

/** A hash that is found makes no link: the secret has as many bits. */
const hashOfLink = (link: string) => createHash('sha256').update(`link:${link}`).digest();
const sealOfCode = (tokens: Tokens, phone: string, code: string) =>
  Buffer.from(tokens.seal(`code:${phone}:${code}`), 'base64url');

const codeIsOpen = sql<boolean>`
  l.code_seal is not null and l.code_used_at is null and l.replaced_at is null and l.expires_at > now()
  and l.code_failures < ${sql.lit(MAX_CODE_FAILURES)}`;

/** Key by which two spellings of a phone number are equal; the business's area code completes a local one. */
export async function readPhoneKey(db: Db, phone: string): Promise<string | undefined> {
  const { rows } = await sql<{ area_code: string }>`select area_code from business`.execute(db);
  return phoneKey(phone, rows[0]?.area_code);
}

/** Six digits that nobody else with this phone has at the moment, so that each enters as himself. */
async function makeCode(db: Db, tokens: Tokens, phone: string): Promise<{ code: string; seal: Buffer }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`access ${phone}`}, 0))`.execute(db);
  const { rows } = await sql<{ code_seal: Buffer }>`
    select l.code_seal from access_links l where l.phone_key = ${phone} and ${codeIsOpen}`.execute(db);
  for (;;) {
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
    const seal = sealOfCode(tokens, phone, code);
    if (!rows.some(({ code_seal }) => code_seal.equals(seal))) return { code, seal };
  }
}

async function lockClient({ db, actor }: Write<Actor>, id: number): Promise<EnteringAccount> {
  const account = await lockAccount(db, id);
  const { rows } = await sql`select from users u where u.id = ${id} and ${visibleUsers(actor)}`.execute(db);
  if (!account || rows.length === 0) throw notFound();
  if (account.role !== 'CLIENT') throw new Refusal(ONLY_CLIENTS);
  return account;
}

async function findPhoneKey(db: Db, userId: number): Promise<string | undefined> {
  const { rows } = await sql<{ phone: string }>`select phone from users where id = ${userId}`.execute(db);
  return readPhoneKey(db, rows[0]?.phone ?? '');
}

const replaceAccesses = (db: Db, userId: number, which: RawBuilder<boolean>) =>
  sql`
    update access_links set replaced_at = now() where user_id = ${userId} and replaced_at is null and ${which}`.execute(
    db,
  );

type Issued = { code: string | null; expires_at: string };
type NewAccess = { userId: number; link?: string; phone: string | undefined; lasts: RawBuilder<unknown> };

async function insertAccess(
  write: Write<Actor>,
  tokens: Tokens,
  { userId, link, phone, lasts }: NewAccess,
): Promise<Issued> {
  const { db, actor } = write;
  const made = phone === undefined ? undefined : await makeCode(db, tokens, phone);
  const { rows } = await sql<{ expires_at: string }>`
    insert into access_links (id, user_id, link_hash, phone_key, code_seal, created_by, expires_at)
    values (${randomUUID()}, ${userId}, ${link === undefined ? null : hashOfLink(link)}, ${phone ?? null},
      ${made?.seal ?? null}, ${actor.id}, now() + ${lasts})
    returning expires_at`.execute(db);
  await recordEvent(write, { entity: 'access', userId, action: link === undefined ? 'code' : 'send' });
  return { code: made?.code ?? null, expires_at: rows[0]!.expires_at };
}

/** A link and a code for a client, which end those made before. */
export async function sendAccess(
  write: Write<Actor>,
  tokens: Tokens,
  userId: number,
): Promise<Issued & { secret: string }> {
  const { db } = write;
  const { status } = await lockClient(write, userId);
  if (!status) throw new Refusal('El usuario está inactivo. Actívalo antes de enviarle el acceso.');
  await replaceAccesses(db, userId, sql`true`);
  const secret = newDeviceSecret();
  const lasts = sql`make_interval(hours => ${sql.lit(ACCESS_HOURS)})`;
  const phone = await findPhoneKey(db, userId);
  return { secret, ...(await insertAccess(write, tokens, { userId, link: secret, phone, lasts })) };
}

type AccessMessage = { business: string; area_code: string; text: string | null };

/** The parts of the message with an access that the business decides. */
export async function readAccessMessage(db: Db): Promise<AccessMessage> {
  const { rows } = await sql<AccessMessage>`
    select b.name as business, b.area_code,
      (select t.text from message_templates t where fold(t.name) = 'acceso' order by t.id limit 1) as text
    from business b`.execute(db);
  return rows[0]!;
}

/** A code that a client makes for another phone of his; it ends those that he made before. */
export async function makeOwnCode(write: Write, tokens: Tokens): Promise<{ code: string; expires_at: string }> {
  const { db, actor } = write;
  await lockClient(write, actor.id);
  const phone = await findPhoneKey(db, actor.id);
  if (phone === undefined) throw new Refusal(NO_PHONE);
  await replaceAccesses(db, actor.id, sql`link_hash is null`);
  const lasts = sql`make_interval(mins => ${sql.lit(OWN_CODE_MINUTES)})`;
  const { code, expires_at } = await insertAccess(write, tokens, { userId: actor.id, phone, lasts });
  return { code: code!, expires_at };
}

/** A session for whoever has entered. */
export type Entry = { id: number; name: string; cookie: DeviceKey };
type Origin = { address: string; device: string };

async function enter(transaction: Db, account: EnteringAccount, origin: Origin): Promise<Entry> {
  return { id: account.id, name: account.name, cookie: await openDeviceSession(transaction, account, origin) };
}

type LinkState = 'open' | 'used' | 'replaced' | 'expired';

/** The account's lock lets one of two taps at once be the first. Nothing of an account that is inactive is used up. */
export function enterByLink(db: Db, link: string, origin: Origin): Promise<Entry> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<{ id: string; user_id: number }>`
      select id, user_id from access_links where link_hash = ${hashOfLink(link)}`.execute(transaction);
    const account = rows[0] && (await lockAccount(transaction, rows[0].user_id));
    if (account?.role !== 'CLIENT') throw unauthorized(LINK_REFUSALS.unknown);
    const { id } = rows[0]!;
    const { rows: found } = await sql<{ state: LinkState }>`
      select case when link_used_at is not null then 'used' when replaced_at is not null then 'replaced'
        when expires_at <= now() then 'expired' else 'open' end as state
      from access_links where id = ${id}`.execute(transaction);
    const state = found[0]?.state ?? 'used';
    if (state !== 'open') throw unauthorized(LINK_REFUSALS[state]);
    if (!account.status) throw new InactiveAccount();
    await sql`update access_links set link_used_at = now() where id = ${id}`.execute(transaction);
    return enter(transaction, account, origin);
  });
}

/** Known to have had the right secret, so that it is no guess. */
export class InactiveAccount extends Refusal {
  constructor() {
    super(INACTIVE_ACCOUNT, 'unauthorized');
  }
}

type CodeAttempt = { phone: string; code: string };

/**
 * Undefined for a wrong code, which counts against all that this phone has. Then the same statements run whoever has the phone,
 * and nothing waits for the disk, or the time would tell whose numbers are known.
 */
export function enterByCode(
  db: Db,
  tokens: Tokens,
  { phone, code }: CodeAttempt,
  origin: Origin,
): Promise<Entry | undefined> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<{ id: string; user_id: number }>`
      select l.id, l.user_id from access_links l
      where l.phone_key = ${phone} and l.code_seal = ${sealOfCode(tokens, phone, code)} and ${codeIsOpen}`.execute(
      transaction,
    );
    const account = rows[0] && (await lockAccount(transaction, rows[0].user_id));
    const { rows: own } = await sql<{ id: string }>`
      select l.id from access_links l where l.id = ${rows[0]?.id ?? null} and ${codeIsOpen}`.execute(transaction);
    if (account?.role !== 'CLIENT' || !own[0]) {
      await sql`
        update access_links l set code_failures = code_failures + 1 where l.phone_key = ${phone} and ${codeIsOpen}`.execute(
        transaction,
      );
      await sql`set local synchronous_commit = off`.execute(transaction);
      return undefined;
    }
    if (!account.status) throw new InactiveAccount();
    await sql`update access_links set code_used_at = now() where id = ${own[0].id}`.execute(transaction);
    return enter(transaction, account, origin);
  });
}

/** Enters with a password that was checked; undefined where it is another by now. */
export function enterByPassword(
  db: Db,
  { id, password_hash }: { id: number; password_hash: string },
  origin: Origin,
): Promise<Entry | undefined> {
  return inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, id);
    if (account?.password_hash !== password_hash) return undefined;
    if (!account.status) throw new InactiveAccount();
    return enter(transaction, account, origin);
  });
}

/** When a client was last seen, or last entered where that session is forgotten. */
export async function findLastUse(db: Db, userId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(greatest(link_used_at, code_used_at)) as at from access_links where user_id = ${userId}`.execute(db);
  return (await findLastDeviceUse(db, userId)) ?? rows[0]?.at ?? null;
}

export async function eraseAccesses(db: Db, userId: number): Promise<void> {
  await sql`delete from access_links where user_id = ${userId}`.execute(db);
}

/** All but each client's last used one, which says that he was here. */
export async function removeOldAccesses(db: Db): Promise<void> {
  await removeInBatches(
    db,
    'access_links',
    sql`created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) and id is distinct from (
      select l.id from access_links l
      where l.user_id = access_links.user_id and (l.link_used_at is not null or l.code_used_at is not null)
      order by greatest(l.link_used_at, l.code_used_at) desc limit 1)`,
  );
}
