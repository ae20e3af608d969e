import { useEffect } from 'react';
import { say } from '#ui/say';

/** Sets the tab's title, 'Usuarios · Pulso', and announces it. Without a title the last one stays. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Pulso`;
    say(title, 'title');
  }, [title]);
}
