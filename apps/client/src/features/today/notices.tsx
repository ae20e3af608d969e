import type { Notification } from '@pulso/contract/desk/notifications';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { useAnswer } from '#http/answers';
import { readStored, store } from '#device/phone-storage';
import { DISMISSED_KEY } from '#device/session';

/** Notices that were not put away here: the greatest id that was is kept on the phone. */
export function Notices() {
  const { data = [] } = useAnswer<Notification[]>('my/notifications');
  const [seen, setSeen] = useState(() => readStored<number>(DISMISSED_KEY) ?? 0);
  const now = useNow();
  const fresh = data.filter(({ id }) => id > seen);
  const newest = Math.max(0, ...fresh.map(({ id }) => id));
  if (newest === 0) return null;
  const dismiss = () => {
    store(DISMISSED_KEY, newest);
    setSeen(newest);
  };
  return (
    <section aria-labelledby="notices" className="rounded-card border border-line bg-surface p-5">
      <h2 id="notices" className="text-lg font-bold tracking-tight">
        Avisos
      </h2>
      <ul className="divide-y divide-line">
        {fresh.map(({ id, title, body, created_at }) => (
          <li key={id} className="py-3">
            <p className="font-semibold wrap-anywhere">{title}</p>
            <p className="wrap-anywhere whitespace-pre-line">{body}</p>
            <p className="text-sm text-muted">{timeAgo(created_at, now)}</p>
          </li>
        ))}
      </ul>
      <div className="mt-1 grid">
        <Button onClick={dismiss}>Entendido</Button>
      </div>
    </section>
  );
}
