import { addDays, type DateText } from '@pulso/contract/kit/dates';
import { serverToday } from '#http/server-clock';
import { eraseStorage, openStorage } from '#device/log-storage';
import { LEFT_KEY, readStored, store } from '#device/phone-storage';
import { readPerson } from '#device/session';

/** How long what was not sent waits for its person. */
const LEFT_DAYS = 30;

type Left = Record<string, DateText>;

/** Leaves of a log what the server does not have; false if that is nothing. */
async function keepUnsent(personId: number): Promise<boolean> {
  const storage = openStorage(personId);
  try {
    await storage.setInside(false);
    const { workouts, measures } = await storage.read();
    const isWaiting = [...workouts, ...measures].some(({ unsent }) => unsent);
    if (isWaiting)
      await storage.write(async (transaction) => {
        for (const { workout, unsent } of workouts) if (!unsent) transaction.dropWorkout(workout.id);
        for (const measure of measures) if (!measure.unsent) transaction.dropMeasure(measure);
      });
    return isWaiting;
  } finally {
    storage.close();
  }
}

/** Erases what people who have left had here: what was sent at once, the rest after 30 days. */
export async function clearLeft(): Promise<void> {
  const left = readStored<Left>(LEFT_KEY) ?? {};
  const inside = readPerson()?.id;
  const waiting: Left = {};
  for (const [id, day] of Object.entries(left)) {
    const personId = Number(id);
    if (personId === inside) continue;
    // What cannot be read now may be later.
    const isWaiting = day > addDays(serverToday(), -LEFT_DAYS) && (await keepUnsent(personId).catch(() => true));
    if (isWaiting) waiting[id] = day;
    else await eraseStorage(personId);
  }
  store(LEFT_KEY, Object.keys(waiting).length > 0 ? waiting : undefined);
}

/** 'Salir y borrarlo': nothing of a person who has left waits here. */
export async function eraseLeft(personId: number): Promise<void> {
  const { [personId]: _erased, ...left } = readStored<Left>(LEFT_KEY) ?? {};
  await eraseStorage(personId);
  store(LEFT_KEY, Object.keys(left).length > 0 ? left : undefined);
}
