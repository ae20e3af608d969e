import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { readPushState, turnPushOn, type PushState } from '#device/web-push';

const NOTES: Partial<Record<PushState, string>> = {
  on: 'Los avisos están activados en este teléfono.',
  denied: 'Los avisos están bloqueados. Permítelos en los ajustes de tu navegador.',
  tab: 'Para recibir avisos, agrega la app a tu inicio.',
};

/** The state of notifications on this phone, undefined until the browser has told it, and the way to have them. */
export function usePush() {
  const [state, setState] = useState<PushState>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => void readPushState().then(setState, () => setState('unsupported')), []);
  const turnOn = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setState(await turnPushOn());
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  };
  return { state, busy, error, turnOn };
}

/** 'Activar avisos': what the business sends arrives on this phone. */
export function PushPart({ state, busy, error, turnOn }: ReturnType<typeof usePush>) {
  if (state === undefined || state === 'unsupported') return null;
  const Icon = state === 'on' ? BellRing : Bell;
  return (
    <>
      {state === 'off' ? (
        <Button
          busy={busy}
          disabled={busy}
          icon={<Icon aria-hidden className="size-5" />}
          onClick={() => void turnOn()}
        >
          {busy ? 'Activando...' : 'Activar avisos'}
        </Button>
      ) : (
        <p role="status" className="flex items-center gap-3 rounded-control bg-sunken px-4 py-3 text-sm">
          <Icon aria-hidden className="size-5 shrink-0" />
          {NOTES[state]}
        </p>
      )}
      {error !== undefined && (
        <ErrorBox>
          <p>Error al activar los avisos. Por favor intenta de nuevo.</p>
          <p>{reasonOf(error)}</p>
        </ErrorBox>
      )}
    </>
  );
}
