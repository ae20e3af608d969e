import '@pulso/web/fonts/alphabets.css';
import { prepareForOffline } from '#device/offline';
import { LEFT_KEY, readStored } from '#device/phone-storage';
import { mayPush } from '#device/session';

/** What the first screen does without: other alphabets, the worker, the trainings that are followed, the end of what others left here, notifications. */
export async function prepare() {
  await prepareForOffline();
  await import('#features/training-ahead').then(({ fetchTrainingAhead }) => fetchTrainingAhead());
  if (readStored(LEFT_KEY)) await import('#device/left-logs').then(({ clearLeft }) => clearLeft());
  if (mayPush()) await import('#device/web-push').then(({ renewPush }) => renewPush());
}
