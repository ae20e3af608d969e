import { useEffect } from 'react';

/** Names the tab after what it shows: 'Usuarios · Pulso'. Without a title the last one stays. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Pulso`;
  }, [title]);
}
