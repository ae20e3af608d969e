import { useEffect } from 'react';
import { say } from '#ui/say';

/** Names the tab after what it shows, 'Usuarios · Pulso', and says so. Without a title the last one stays. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Pulso`;
    say(title, 'title');
  }, [title]);
}
