import { useEffect, useState, type ComponentType } from 'react';
import { onToast, takeToasts } from './toast-queue';

/** Fallback if the toasts' code is gone with an older version of the panel: the browser's own alert. */
function showAsAlerts() {
  for (const { title, description } of takeToasts()) window.alert([title, description].filter(Boolean).join('\n'));
}

/** The toasts, whose code is loaded with the first of them: most days nothing fails. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () => onToast(() => void import('./toaster').then((loaded) => setToaster(() => loaded.Toaster), showAsAlerts)),
    [],
  );
  return Toaster && <Toaster />;
}
