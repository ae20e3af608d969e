import { useEffect } from 'react';

/** The first field of a new form gets the focus, except where that opens a keyboard on the screen. */
export function useFirstFocus(formId: string, isNew: boolean) {
  useEffect(() => {
    if (!isNew || !matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    const form = document.getElementById(formId);
    form?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus({ preventScroll: true });
  }, [formId, isNew]);
}
