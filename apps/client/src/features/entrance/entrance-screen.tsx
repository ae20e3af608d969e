import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { navigate, usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { returnAddress } from '#addresses';
import { brand } from '#device/brand';
import { leaveWith, type Leaving } from '#device/leaving';
import { enter, isOwnLink, type Entrance } from '#device/entering';
import { isCutOff, readPerson } from '#device/session';
import { hasUnsent } from '#device/use-log';
import { EntranceFields } from '#features/entrance/entrance-fields';
import { SESSION_OVER } from '#features/log-words';
import { dropLink, takeLink } from '#features/entrance/link';

// Few people enter as another one with something unsent.
const LeaveDialog = lazyOptional(async () => (await import('#features/leave-dialog')).LeaveDialog);

/** Step of the entrance: a link to enter with, which of two people goes on, or a code to type. */
type Step = 'link' | 'inside' | 'code' | 'password';

export function EntranceScreen() {
  useTitle('Entrar');
  const { search } = usePlace();
  const [link] = useState(takeLink);
  const [person] = useState(readPerson);
  const [step, setStep] = useState<Step>(link === undefined ? 'code' : person ? 'inside' : 'link');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const goOn = () => void navigate(returnAddress(search), { replace: true });

  useEffect(() => {
    // People open the link in the chat again and again: it leads to Hoy.
    if (link !== undefined) void isOwnLink(link).then((isOwn) => isOwn && goOn());
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the link that the page was opened with
  }, []);

  useEffect(() => {
    // A link pasted while this screen is open changes only the address behind its `#`.
    const reload = () => location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      dropLink();
      goOn();
    } catch (error) {
      setFailure(reasonOf(error, 'No se pudo entrar. Por favor intenta de nuevo.'));
      setBusy(false);
    }
  };
  const enterWith = (entrance: Entrance) => attempt(() => enter(entrance));
  const [isAsking, setAsking] = useState(false);
  const enterInstead = (how: Leaving) =>
    attempt(async () => {
      await leaveWith(how);
      if (link !== undefined) await enter({ link });
    });
  /** Entering with another link first does what leaving does. */
  const askToLeave = async () => {
    if (await hasUnsent()) setAsking(true);
    else await enterInstead('keep');
  };
  const turnTo = (next: Step) => {
    setFailure(undefined);
    setStep(next);
  };

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-5 py-10">
      <img src={brand.icon} alt="" width={80} height={80} className="mb-6 size-20 rounded-card" />
      <h1 className="text-3xl font-bold tracking-tight text-balance wrap-anywhere">
        {brand.name ? `Tu entrenamiento con ${brand.name}` : 'Tu entrenamiento'}
      </h1>
      <p className="mt-3 leading-relaxed text-pretty text-muted">
        Lo que anotes (entrenamientos, peso y medidas) lo ve {brand.name || 'tu entrenador'} para acompañarte. Puedes
        descargarlo o pedir que lo borren.
      </p>
      {isCutOff() && (
        <p className="mt-4 rounded-card bg-yellow-soft px-4 py-3 font-semibold text-yellow">{SESSION_OVER}</p>
      )}
      <div className="mt-8 grid gap-3">
        {step === 'inside' && person && (
          <>
            <p className="font-semibold wrap-anywhere">Estás dentro como {person.name}.</p>
            <Button look="primary" disabled={busy} onClick={goOn}>
              Seguir como {person.name}
            </Button>
            <Button busy={busy} disabled={busy} onClick={() => void askToLeave()}>
              Entrar con el enlace
            </Button>
          </>
        )}
        {step === 'link' && link !== undefined && (
          <>
            <EnterButton busy={busy} onClick={() => void enterWith({ link })} />
            {failure && (
              <Button look="quiet" onClick={() => turnTo('code')}>
                Entrar con un código
              </Button>
            )}
          </>
        )}
        {(step === 'code' || step === 'password') && (
          <EntranceFields
            key={step}
            kind={step}
            busy={busy}
            onSubmit={(entrance) => void enterWith(entrance)}
            button={<EnterButton busy={busy} />}
          />
        )}
        {failure && !isAsking && <ErrorBox>{failure}</ErrorBox>}
        {step === 'code' && (
          <Button look="quiet" disabled={busy} onClick={() => turnTo('password')}>
            Entrar con usuario y contraseña
          </Button>
        )}
        {step === 'password' && (
          <Button look="quiet" disabled={busy} onClick={() => turnTo('code')}>
            Entrar con un código
          </Button>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <LeaveDialog
            open
            busy={busy}
            failure={failure && <ErrorBox>{failure}</ErrorBox>}
            onLeave={(how) => void enterInstead(how)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function EnterButton({ busy, onClick }: { busy: boolean; onClick?: () => void }): ReactNode {
  return (
    <Button type={onClick ? 'button' : 'submit'} look="primary" busy={busy} disabled={busy} onClick={onClick}>
      {busy ? 'Entrando...' : 'Entrar'}
    </Button>
  );
}
