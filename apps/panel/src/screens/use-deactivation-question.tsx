import { dataOf, isObject } from '@pulso/web/answers';
import { call } from '#api/client';
import { serverOffers } from '#api/session';
import type { Check } from '#forms/form';

/** How many clients follow a training or a diet; none where that cannot be known. */
async function countFollowers(path: string, id: number): Promise<number> {
  const body = await call('GET', `${path}/${id}/followers?limit=1`).catch(() => undefined);
  const meta = body && Array.isArray(dataOf(body)) && isObject(body.meta) ? body.meta : {};
  return typeof meta.total === 'number' ? meta.total : 0;
}

/** Asks before what somebody follows disappears from his app; true if it may. */
export async function mayDeactivate(path: string, id: number): Promise<boolean> {
  const followers = serverOffers('coaching') ? await countFollowers(path, id) : 0;
  if (followers === 0) return true;
  const who = followers === 1 ? 'Lo sigue 1 cliente: dejará' : `Lo siguen ${followers} clientes: dejarán`;
  return window.confirm(`${who} de verlo.`);
}

type Stored = { id: number; status: boolean } | undefined;

/** A form's check that asks the same where the form switches off. */
export function withDeactivationQuestion<T extends { status?: boolean }>(
  path: string,
  stored: Stored,
  check: Check<T>,
): Check<T> {
  return async (...given) => {
    const checked = await check(...given);
    const isSwitchedOff = 'values' in checked && checked.values.status === false && stored?.status === true;
    if (!isSwitchedOff || (await mayDeactivate(path, stored.id))) return checked;
    return { errors: { status: 'Sigue activo: no se guardó nada.' } };
  };
}
