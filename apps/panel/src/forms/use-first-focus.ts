import { useEffect } from 'react';

/** Focuses the first field of a new form, except on devices where that opens an on-screen keyboard. */
export function useFirstFocus(formId: string, isNew: boolean) {
  useEffect(() => {
    if (!isNew || !matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    const form = document.getElementById(formId);
    form?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus({ preventScroll: true });
  }, [formId, isNew]);
}
