import { Suspense, useState, useSyncExternalStore } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { serverToday } from '#http/server-clock';
import { askToInstall, hasInstallQuestion, onInstallQuestion, readInstallMemory } from '#device/install-question';
import { isInstalled, isIphone } from '#device/phone';
import { INSTALL_KEY, store } from '#device/phone-storage';
import { installOffer } from '#features/today/install.rules';

// A dialog is a third of what Hoy may weigh, and few open this one.
const InstallSteps = lazyOptional(async () => (await import('#features/today/install-steps')).InstallSteps);

/** Offers to put the app on the phone's own screen. */
export function InstallLine() {
  const asks = useSyncExternalStore(onInstallQuestion, hasInstallQuestion);
  const today = serverToday();
  const [memory, setMemory] = useState(readInstallMemory);
  const [open, setOpen] = useState(false);
  const offer = installOffer({ ...memory, today, installed: isInstalled(), asks, iphone: isIphone() });
  if (offer === undefined) return null;
  const hide = () => {
    const next = { ...memory, hidden: today };
    store(INSTALL_KEY, next);
    setMemory(next);
  };
  const install = async () => {
    if (!(await askToInstall())) hide();
  };
  return (
    <section aria-labelledby="install" className="rounded-card border border-line bg-surface p-5">
      <h2 id="install" className="font-semibold">
        Ten tu entrenamiento a mano
      </h2>
      <p className="text-sm text-muted">Agrega la app a tu inicio: se abre más rápido, como cualquier otra.</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button look="quiet" onClick={hide}>
          Ahora no
        </Button>
        <Button onClick={() => (offer === 'question' ? void install() : setOpen(true))}>
          {offer === 'question' ? 'Instalar' : 'Ver cómo'}
        </Button>
      </div>
      <Suspense>{open && <InstallSteps onClose={() => setOpen(false)} />}</Suspense>
    </section>
  );
}
