import { backupRow, type Backup } from '@pulso/contract/desk/backups';
import { ownBusinessRow, type OwnBusiness, type StartInput } from '@pulso/contract/desk/own-business';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, dataOf, reasonOf, type Body } from '@pulso/web/answers';
import { addresses } from '#addresses';
import { call } from '#api/client';
import { removeExtra } from '#api/change-extras';
import { isPractice } from '#features/billing/links/links-calls';
import { clearDeviceData } from '#features/desk/own-business/device-data';
import { readRow } from '#api/reader';
import { BACKUPS_PATH, isInProgress, readBackups } from '#features/desk/backups/use-backups';

const OWN_BUSINESS_PATH = 'own-business';
const POLL_MS = 1_000;
const NOTHING_DELETED_NOTE = 'No se borró nada.';

function readOwnBusinessAnswer(body: Body): OwnBusiness {
  const ownBusiness = readRow({ path: OWN_BUSINESS_PATH, row: ownBusinessRow }, dataOf(body));
  if (ownBusiness === undefined) throw new CallFailure(200, undefined);
  return ownBusiness;
}

const readOwnBusiness = async ({ signal }: { signal?: AbortSignal } = {}) =>
  readOwnBusinessAnswer(await call('GET', OWN_BUSINESS_PATH, { signal }));

export function useOwnBusiness() {
  return useQuery({ queryKey: [OWN_BUSINESS_PATH], queryFn: readOwnBusiness });
}

/** Phase of the start: a copy under way, or everything being removed. */
export type StartPhase = Pick<Backup, 'state' | 'progress'> | 'removing';

/** A copy that begins now; where one is being made, or was made a moment ago, it is that one. */
async function startBackup(signal: AbortSignal): Promise<Backup> {
  try {
    const begun = readRow({ path: BACKUPS_PATH, row: backupRow }, dataOf(await call('POST', BACKUPS_PATH, { signal })));
    if (begun === undefined) throw new CallFailure(200, undefined);
    return begun;
  } catch (error) {
    const isRefused = error instanceof CallFailure && error.status === 409;
    const newest = isRefused
      ? (await readBackups({ signal })).backups.find(({ state }) => state !== 'failed')
      : undefined;
    if (!newest) throw error;
    return newest;
  }
}

/** The number of a copy that was made and checked just now. */
async function makeBackup(onPhase: (phase: StartPhase) => void, signal: AbortSignal): Promise<number> {
  const begun = await startBackup(signal);
  for (let copy: Backup = begun; ;) {
    if (copy.state === 'failed' || (copy.state === 'done' && !copy.verified_at))
      throw new CallFailure(200, `La copia de seguridad falló. ${copy.problem ?? ''}`.trim());
    if (!isInProgress(copy)) return copy.id;
    onPhase(copy);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
    copy = (await readBackups({ signal })).backups.find(({ id }) => id === begun.id) ?? copy;
  }
}

/** If the answer was lost on its way, the server is asked whether the removal was done. */
async function removeDemoData(json: StartInput): Promise<void> {
  try {
    await call('POST', OWN_BUSINESS_PATH, { payload: { json } });
  } catch (error) {
    const currentState = await readOwnBusiness().catch(() => undefined);
    if (currentState?.is_demo !== false) throw error;
  }
}

const withFullStop = (sentence: string) => (/[.!]$/.test(sentence) ? sentence : `${sentence}.`);

/** Why nothing has happened, in a sentence that says so. */
function describeFailure(error: unknown): string {
  const reason = withFullStop(reasonOf(error, 'No se pudo empezar'));
  return reason.includes('no se borró nada') ? reason : `${reason} ${NOTHING_DELETED_NOTE}`;
}

const NO_ERRORS = {};
const fieldErrorsOf = (error: Error | null) => (error instanceof CallFailure ? error.errors : NO_ERRORS);

/** Copies everything, and then removes what does not stay. Whoever closes the dialog before that calls it off. */
export function useStartOwnBusiness() {
  const client = useQueryClient();
  const [phase, setPhase] = useState<StartPhase>();
  const abortRef = useRef(new AbortController());
  useEffect(() => {
    const controller = (abortRef.current = new AbortController());
    return () => controller.abort();
  }, []);
  const { mutate, error, variables } = useMutation({
    mutationFn: async (input: Omit<StartInput, 'backup_id'>) => {
      const { signal } = abortRef.current;
      const practises = await isPractice();
      setPhase({ state: 'copying', progress: 0 });
      const backup_id = await makeBackup(setPhase, signal);
      signal.throwIfAborted();
      setPhase('removing');
      await removeDemoData({ ...input, backup_id });
      return { practises };
    },
    onSuccess: async ({ practises }) => {
      removeExtra('demo', ['first-steps']);
      // Paying is practised with the demonstration alone.
      if (practises) removeExtra('mercadopago');
      await clearDeviceData();
      // A full load, so that nothing of the demonstration stays in memory.
      location.assign(addresses.home);
    },
    onError: () => {
      setPhase(undefined);
      // The existing copy may be the reason.
      return client.invalidateQueries({ queryKey: [OWN_BUSINESS_PATH] });
    },
  });
  const errors = fieldErrorsOf(error);
  const isTold = Object.keys(errors).length > 0;
  return { start: mutate, phase, given: variables, errors, failure: error && !isTold && describeFailure(error) };
}
