import { useEffect, useState, type ComponentType } from 'react';
import { onTold, takeTold } from '#ui/tell';

/** Fallback if the toasts' code is gone with an older version of the panel: the browser's own alert. */
function alertInstead() {
  for (const { title, description } of takeTold()) window.alert([title, description].filter(Boolean).join('\n'));
}

/** The toasts, whose code is loaded with the first of them: most days nothing fails. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () => onTold(() => void import('#ui/toaster').then((loaded) => setToaster(() => loaded.Toaster), alertInstead)),
    [],
  );
  return Toaster && <Toaster />;
}
