import type { OwnCode } from '@pulso/contract/coaching/access';
import { formatClock } from '@pulso/contract/kit/dates';
import { useEffect, useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { makeOwnCode, spacedCode } from '#features/own-code';

const STEPS = [
  'Toca Compartir, el cuadrado con la flecha hacia arriba.',
  'Elige «Agregar a inicio».',
  'Toca «Agregar» y abre la app desde tu inicio.',
];

/** The app on the home screen knows nothing of Safari's session: it asks for a code. */
export function InstallSteps({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState<OwnCode>();
  const [error, setError] = useState<unknown>();
  const make = () => void makeOwnCode().then(setCode, setError);
  useEffect(make, []);
  return (
    <Dialog open onClose={onClose} title="Agregar la app a tu inicio">
      <div className="space-y-5 p-5">
        <ol className="space-y-3">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent"
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
            <Button
              onClick={() => {
                setError(undefined);
                make();
              }}
            >
              Reintentar
            </Button>
          </ErrorBox>
        )}
      </div>
    </Dialog>
  );
}
