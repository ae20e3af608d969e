import { useCallback, useState, type ReactNode } from 'react';
import { dataOf, isObject } from '@pulso/web/answers';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { call } from '#api/client';
import { serverOffers } from '#api/session';
import type { Check } from '#forms/form';

/** The number of clients who follow a training or a diet; 0 where it cannot be known. */
async function countFollowers(path: string, id: number): Promise<number> {
  const body = await call('GET', `${path}/${id}/followers?limit=1`).catch(() => undefined);
  const meta = body && Array.isArray(dataOf(body)) && isObject(body.meta) ? body.meta : {};
  return typeof meta.total === 'number' ? meta.total : 0;
}

type Asked = { text: string; answer: (may: boolean) => void };
export type MayDeactivate = (item: { id: number }) => Promise<boolean>;

/** Asks before what somebody follows disappears from his app: `mayDeactivate` is true if it may. */
export function useDeactivationQuestion(path: string): { mayDeactivate: MayDeactivate; question: ReactNode } {
  const [asked, setAsked] = useState<Asked>();
  const mayDeactivate = useCallback<MayDeactivate>(
    async ({ id }) => {
      const followers = serverOffers('coaching') ? await countFollowers(path, id) : 0;
      if (followers === 0) return true;
      const who = followers === 1 ? 'Lo sigue 1 cliente: dejará' : `Lo siguen ${followers} clientes: dejarán`;
      return new Promise((answer) => setAsked({ text: `${who} de verlo.`, answer }));
    },
    [path],
  );
  const answer = (may: boolean) => {
    asked?.answer(may);
    setAsked(undefined);
  };
  const question = (
    <ConfirmDialog
      open={asked !== undefined}
      title="¿Desactivar?"
      text={asked?.text ?? ''}
      yes="Desactivar"
      no="Cancelar"
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    />
  );
  return { mayDeactivate, question };
}

type Stored = { id: number; status: boolean } | undefined;

/** A form's check that asks the same where the form switches off. */
export function withDeactivationQuestion<T extends { status?: boolean }>(
  mayDeactivate: MayDeactivate,
  stored: Stored,
  check: Check<T>,
): Check<T> {
  return async (...given) => {
    const checked = await check(...given);
    const isSwitchedOff = 'values' in checked && checked.values.status === false && stored?.status === true;
    if (!isSwitchedOff || (await mayDeactivate(stored))) return checked;
    return { errors: { status: 'Sigue activo: no se guardó nada.' } };
  };
}
