import type { MyToday } from '@pulso/contract/coaching/courses';
import { refresh } from '#http/answers';
import { readKept } from '#http/kept-answers';
import { TODAY_PATH } from '#features/kept-limits';

/** Age from which a training that is on this phone is asked for again. */
const OLD_MS = 86_400_000;

const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches what Hoy leads to, so that 'Empezar' works without signal also where a training was never opened. */
export async function fetchTrainingAhead(): Promise<void> {
  if (isSaving()) return;
  const today = (await readKept(TODAY_PATH))?.data as MyToday | undefined;
  if (today?.sees !== 'all') return;
  for (const { course } of today.courses) {
    const path = `my/training/${course}`;
    const kept = await readKept(path);
    if (!kept || Date.now() - kept.at.getTime() > OLD_MS) await refresh(path);
  }
}
