import { useEffect } from 'react';
import { speak } from '../feedback/live-region';

/** The name that the page came with: of the panel, or of the business. */
const siteName = globalThis.document?.title;

/** Sets the tab's title, 'Usuarios · Pulso', and announces it. Without a title the last one stays. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${siteName}`;
    speak(title, 'title');
  }, [title]);
}
