import type { EndCell, Workout, WorkoutAnswer } from '@pulso/contract/coaching/workouts';
import { refresh } from '#http/answers';
import { call } from '#http/call';
import { clockOffset, serverNow, serverToday } from '#http/server-clock';
import { readStored, store } from '#device/phone-storage';

const DEVICE_KEY = 'pulso-mi-aparato';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const DEVICE_LETTERS = 8;

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

function makeDeviceName(): string {
  const made = Array.from(randomBytes(DEVICE_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join('');
  store(DEVICE_KEY, made);
  return made;
}

let deviceName: string | undefined;
/** Names this browser in what it writes. */
const readDeviceName = () => (deviceName ??= readStored<string>(DEVICE_KEY) ?? makeDeviceName());

/** A UUID of version 7: the moment, then chance. */
function newId(now: Date): string {
  const bytes = randomBytes(16);
  const time = now.getTime();
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(time / 2 ** (8 * (5 - index))) % 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Course, day and turn of a session; `turn` is null if it is another day than the one that is due, by weekdays. */
export type Session = Pick<Workout, 'course' | 'turn' | 'training_id' | 'day_number' | 'title'>;

async function send(workout: Workout): Promise<Workout> {
  const { data } = await call('PUT', `my/workouts/${workout.id}`, { json: workout });
  return (data as WorkoutAnswer).workout;
}

/** Asks again for what follows from a session. */
export const refreshAfter = ({ course }: Pick<Workout, 'course'>) =>
  Promise.all([refresh('my/today'), course && refresh(`my/training/${course}`)]);

/** Tells that a session was done, without its sets. */
export function tellDone(session: Session): Promise<Workout> {
  const now = serverNow();
  const at = now.toISOString();
  return send({
    ...session,
    id: newId(now),
    schema: 1,
    day: serverToday(),
    started_at: at,
    offset: clockOffset(),
    version: 1,
    places: [],
    cells: { end: { ended_at: at, effort: null, gone: false, v: 1, by: readDeviceName() } },
  });
}

/** Takes it back: the turn is open again. */
export function takeBack(workout: Workout): Promise<Workout> {
  const version = workout.version + 1;
  const end = { ...(workout.cells.end as EndCell), gone: true, v: version, by: readDeviceName() };
  return send({ ...workout, version, cells: { ...workout.cells, end } });
}
