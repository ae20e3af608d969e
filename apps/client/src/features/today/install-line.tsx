import type { OwnCode } from '@pulso/contract/coaching/access';
import { formatClock } from '@pulso/contract/kit/dates';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { serverToday } from '#http/server-clock';
import { askToInstall, hasInstallQuestion, onInstallQuestion } from '#device/install-question';
import { isInstalled, isIphone } from '#device/phone';
import { INSTALL_KEY, readStored, store } from '#device/phone-storage';
import { makeOwnCode, spacedCode } from '#features/own-code';
import { installOffer, type InstallMemory } from '#features/today/install.rules';

/** Offers to put the app on the phone's own screen. */
export function InstallLine() {
  const asks = useSyncExternalStore(onInstallQuestion, hasInstallQuestion);
  const today = serverToday();
  const [memory, setMemory] = useState(() => readStored<InstallMemory>(INSTALL_KEY) ?? {});
  const [open, setOpen] = useState(false);
  const remember = (changes: InstallMemory) => {
    const next = { ...memory, ...changes };
    store(INSTALL_KEY, next);
    setMemory(next);
  };
  useEffect(() => {
    if (memory.first === undefined) remember({ first: today });
  });
  const offer = installOffer({ ...memory, today, installed: isInstalled(), asks, iphone: isIphone() });
  if (offer === undefined) return null;
  const hide = () => remember({ hidden: today });
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
        <Button onClick={hide}>Ahora no</Button>
        <Button look="primary" onClick={() => (offer === 'question' ? void install() : setOpen(true))}>
          {offer === 'question' ? 'Instalar' : 'Ver cómo'}
        </Button>
      </div>
      <Dialog open={open} onClose={() => setOpen(false)} title="Agregar la app a tu inicio">
        <IphoneSteps />
      </Dialog>
    </section>
  );
}

const STEPS = [
  'Toca Compartir, el cuadrado con la flecha hacia arriba.',
  'Elige «Agregar a inicio».',
  'Toca «Agregar» y abre la app desde tu inicio.',
];

/** The app on the home screen knows nothing of Safari's session: it asks for a code. */
function IphoneSteps() {
  const [code, setCode] = useState<OwnCode>();
  const [error, setError] = useState<unknown>();
  const make = () => {
    setError(undefined);
    makeOwnCode().then(setCode, setError);
  };
  useEffect(make, []);
  return (
    <div className="space-y-5 p-5">
      <ol className="space-y-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent-text"
            >
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="min-h-20 rounded-control bg-sunken p-4 text-center">
        {code && (
          <>
            <p>
              Al abrirla te pide este código:{' '}
              <strong className="block text-3xl tracking-widest tabular-nums">{spacedCode(code.code)}</strong>
            </p>
            <p className="mt-1 text-sm text-muted">Sirve una vez, hasta las {formatClock(code.expires_at)}.</p>
          </>
        )}
      </div>
      {error !== undefined && (
        <ErrorBox>
          <p>Error al crear el código. Por favor intenta de nuevo.</p>
          <p>{reasonOf(error)}</p>
          <Button onClick={make}>Reintentar</Button>
        </ErrorBox>
      )}
    </div>
  );
}
