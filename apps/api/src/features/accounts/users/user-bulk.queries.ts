import { MAX_AT_ONCE, TOO_MANY_AT_ONCE, type BulkInput, type BulkResult } from '@pulso/contract/accounts/whom';
import { SEGMENT_GONE } from '@pulso/contract/accounts/users.labels';
import { MAX_TAGS } from '@pulso/contract/accounts/tags.labels';
import { sql } from 'kysely';
import { Refusal, staleValue } from '#db/writes/refusal';
import type { Write } from '#db/writes/write';
import { addTagToMany, lockTags, removeTagFromMany } from '#features/accounts/tags/tags.queries';
import { findWhom } from '#features/accounts/users/user-list.queries';
import { assignTrainer, changeStatus, lockTrainer } from '#features/accounts/users/users.queries';

function nowThereAre(count: number): string {
  if (count > MAX_AT_ONCE) return `Ahora son más de ${MAX_AT_ONCE} usuarios`;
  return count === 1 ? 'Ahora es 1 usuario' : `Ahora son ${count} usuarios`;
}

/** Refuses where other users are meant by now than the person was shown. */
export function requireShown(found: number, shown: number): void {
  if (found !== shown) throw staleValue(`${nowThereAre(found)}, no ${shown}. Revisa y confirma otra vez.`);
}

/** Exactly as many as the person was shown, or nobody. */
async function findShown(
  write: Write,
  { count, action: _action, tag_id: _tag, trainer_id: _trainer, ...whom }: BulkInput,
): Promise<number[]> {
  const ids = await findWhom(write, whom, { most: MAX_AT_ONCE });
  if (ids === 'gone') throw new Refusal(SEGMENT_GONE);
  if (ids.length > MAX_AT_ONCE) throw new Refusal({ ids: TOO_MANY_AT_ONCE });
  requireShown(ids.length, count);
  return ids;
}

const omitted = (count: number, why: string) => (count > 0 ? [{ count, why }] : []);

/** Does the same with many users in one transaction. */
export async function changeMany(write: Write, input: BulkInput): Promise<BulkResult> {
  const { action, tag_id = 0, trainer_id = null } = input;
  if (action === 'assign_trainer') await lockTrainer(write, trainer_id);
  const ids = await findShown(write, input);
  const resultOf = (changed: number, skipped: BulkResult['skipped'] = []): BulkResult => {
    const left = skipped.reduce((sum, { count }) => sum + count, 0);
    return { action, changed, unchanged: ids.length - changed - left, skipped };
  };
  if (action === 'activate' || action === 'deactivate') {
    const { changed, isSelfKept, isLastAdminKept } = await changeStatus(write, ids, action === 'activate');
    return resultOf(changed.length, [
      ...omitted(Number(isSelfKept), 'tu propio usuario'),
      ...omitted(Number(isLastAdminKept), 'el último administrador'),
    ]);
  }
  await sql`select from users where id = any(${ids}::int[]) order by id for no key update`.execute(write.db);
  if (action === 'assign_trainer') {
    const { changed, others } = await assignTrainer(write, ids, trainer_id);
    return resultOf(changed, omitted(others, others === 1 ? 'no es cliente' : 'no son clientes'));
  }
  await lockTags(write.db, [tag_id], 'tag_id');
  if (action === 'remove_tag') return resultOf(await removeTagFromMany(write, ids, tag_id));
  const { changed, full } = await addTagToMany(write, ids, tag_id);
  return resultOf(changed, omitted(full, `ya ${full === 1 ? 'tiene' : 'tienen'} ${MAX_TAGS} etiquetas`));
}
