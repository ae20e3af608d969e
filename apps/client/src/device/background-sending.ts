import { serverNow } from '#http/server-clock';
import { newsChannel } from '#device/background-sync';
import { listPeople, openStorage } from '#device/log-storage';
import { isSendable } from '#device/log.rules';
import { createLog, type LogPorts } from '#device/sync';

/** Sends, without a page, what waits of the person who is inside; rejects if something still does, which the browser tries again. */
export async function sendWaiting(call: LogPorts['call'], release: string): Promise<void> {
  for (const personId of await listPeople()) {
    const storage = openStorage(personId);
    const channel = newsChannel(personId);
    try {
      if (!(await storage.isInside())) continue;
      const log = createLog({
        storage,
        call,
        now: serverNow,
        ownTime: Date.now,
        ticks: () => performance.now(),
        // One round; the browser knows when there is to be another.
        later: () => () => undefined,
        isShown: () => true,
        // Nothing is changed here.
        deviceName: '',
        release,
        tellOthers: () => channel.postMessage('news'),
        onSent: () => undefined,
      });
      await log.load();
      await log.send();
      const { workouts, measures } = log.read();
      if ([...workouts, ...measures].some((kept) => isSendable(kept, serverNow().getTime(), release)))
        throw new Error('Not all of it was sent');
    } finally {
      channel.close();
      storage.close();
    }
  }
}
