import type { Notification } from '@pulso/contract/desk/notifications';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { readStored, store } from '#device/phone-storage';
import { DISMISSED_KEY } from '#device/session';

/** Notices that were not put away here: when the newest of those was sent is kept on the phone. A scheduled one has an earlier id. */
export function Notices({ notices }: { notices: Notification[] }) {
  // An earlier version kept an id.
  const [seen, setSeen] = useState(() => readStored<number | string>(DISMISSED_KEY) ?? '');
  const now = useNow();
  const fresh = notices.filter(({ id, created_at }) => (typeof seen === 'number' ? id : created_at) > seen);
  const newest = fresh[0]?.created_at;
  if (newest === undefined) return null;
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
