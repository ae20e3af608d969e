import { useEffect } from 'react';
import { speak } from '#ui/feedback/live-region';

/** Sets the tab's title, 'Usuarios · Pulso', and announces it. Without a title the last one stays. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Pulso`;
    speak(title, 'title');
  }, [title]);
}
