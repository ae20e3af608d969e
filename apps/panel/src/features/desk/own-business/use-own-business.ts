import { backupRow, type Backup } from '@pulso/contract/desk/backups';
import { ownBusinessRow, type OwnBusiness, type StartInput } from '@pulso/contract/desk/own-business';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addresses } from '#addresses';
import { call, CallFailure, dataOf, reasonOf, type Body } from '#api/client';
import { endOffer, forgetKept } from '#features/desk/own-business/offers';
import { readRow } from '#api/reader';
import { BACKUPS, isUnderWay, readBackups } from '#features/desk/backups/use-backups';

const PATH = 'own-business';
const POLL_MS = 1_000;
const UNTOUCHED = 'No se borró nada.';

function ownBusinessOf(body: Body): OwnBusiness {
  const found = readRow({ path: PATH, row: ownBusinessRow }, dataOf(body));
  if (found === undefined) throw new CallFailure(200, undefined);
  return found;
}

const read = async ({ signal }: { signal?: AbortSignal } = {}) => ownBusinessOf(await call('GET', PATH, { signal }));

export function useOwnBusiness() {
  return useQuery({ queryKey: [PATH], queryFn: read });
}

/** Phase of the start: a copy under way, or everything being removed. */
export type Phase = Pick<Backup, 'state' | 'progress'> | 'removing';

/** A copy that begins now; where one is being made, or was made a moment ago, it is that one. */
async function beginCopy(signal: AbortSignal): Promise<Backup> {
  try {
    const begun = readRow({ path: BACKUPS, row: backupRow }, dataOf(await call('POST', BACKUPS, { signal })));
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
async function makeCopy(onPhase: (phase: Phase) => void, signal: AbortSignal): Promise<number> {
  const begun = await beginCopy(signal);
  for (let copy: Backup = begun; ;) {
    if (copy.state === 'failed' || (copy.state === 'done' && !copy.verified_at))
      throw new CallFailure(200, `La copia de seguridad falló. ${copy.problem ?? ''}`.trim());
    if (!isUnderWay(copy)) return copy.id;
    onPhase(copy);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
    copy = (await readBackups({ signal })).backups.find(({ id }) => id === begun.id) ?? copy;
  }
}

/** If the answer was lost on its way, the server is asked whether the removal was done. */
async function remove(json: StartInput): Promise<void> {
  try {
    await call('POST', PATH, { payload: { json } });
  } catch (error) {
    const now = await read().catch(() => undefined);
    if (now?.is_demo !== false) throw error;
  }
}

const withFullStop = (sentence: string) => (/[.!]$/.test(sentence) ? sentence : `${sentence}.`);

/** Why nothing has happened, in a sentence that says so. */
function failureInWords(error: unknown): string {
  const reason = withFullStop(reasonOf(error, 'No se pudo empezar'));
  return reason.includes('no se borró nada') ? reason : `${reason} ${UNTOUCHED}`;
}

const NO_ERRORS = {};
const errorsOf = (error: Error | null) => (error instanceof CallFailure ? error.errors : NO_ERRORS);

/** Copies everything, and then removes what does not stay. Whoever closes the dialog before that calls it off. */
export function useStart() {
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = (leaving.current = new AbortController());
    return () => controller.abort();
  }, []);
  const { mutate, error, variables } = useMutation({
    mutationFn: async (given: Omit<StartInput, 'backup_id'>) => {
      const { signal } = leaving.current;
      setPhase({ state: 'copying', progress: 0 });
      const backup_id = await makeCopy(setPhase, signal);
      signal.throwIfAborted();
      setPhase('removing');
      await remove({ ...given, backup_id });
    },
    onSuccess: async () => {
      endOffer('demo', ['first-steps']);
      await forgetKept();
      // A full load, so that nothing of the demonstration stays in memory.
      location.assign(addresses.home);
    },
    onError: () => {
      setPhase(undefined);
      // The existing copy may be the reason.
      return client.invalidateQueries({ queryKey: [PATH] });
    },
  });
  const errors = errorsOf(error);
  const isTold = Object.keys(errors).length > 0;
  return { start: mutate, phase, given: variables, errors, failure: error && !isTold && failureInWords(error) };
}
