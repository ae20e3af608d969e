import type { My } from '@pulso/contract/billing/client-app';
import type { OwnCode } from '@pulso/contract/coaching/access';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import { formatClock } from '@pulso/contract/kit/dates';
import { whatsappLink } from '@pulso/contract/kit/whatsapp';
import { LogOut, MessageCircle, Smartphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { navigate, usePlace } from '@pulso/web/navigation/navigation';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useAnswer } from '#http/answers';
import { brand } from '#device/brand';
import { leaveWith, type Leaving } from '#device/leaving';
import { PAYING_KEY, readStored } from '#device/phone-storage';
import { hasUnsent } from '#device/use-log';
import { LeaveDialog } from '#features/leave-dialog';
import { DownloadData } from '#features/plan/download-data';
import { makeOwnCode, spacedCode } from '#features/own-code';
import { Payments } from '#features/plan/payments';
import { isReturn, type Paying } from '#features/plan/payment-return.rules';
import { PLAN_PATH } from '#features/plan/plan.rules';
import { PlanMoney } from '#features/plan/plan-money';
import { Transfers } from '#features/plan/transfers';
import { PushPart, usePush } from '#features/push-part';
import { AnswerStates, Screen } from '#features/screen';

// Only for who comes back from paying.
const PaymentReturn = lazy(async () => ({ default: (await import('#features/plan/payment-return')).PaymentReturn }));

/** True of who comes back from paying at Mercado Pago, in this visit or one that the browser kept. */
function useIsBack(): boolean {
  const { search } = usePlace();
  const [isBack, setBack] = useState(() => isReturn(search, readStored<Paying>(PAYING_KEY), Date.now()));
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => persisted && setBack(true);
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, []);
  return isBack;
}

export function PlanScreen() {
  const isBack = useIsBack();
  const answer = useAnswer<MyPlan>(PLAN_PATH);
  return (
    <Screen title="Mi plan" answer={answer}>
      <div className="space-y-8">
        <AnswerStates
          path={PLAN_PATH}
          answer={answer}
          failure="Error al cargar tu plan"
          skeleton={<div className="skeleton h-20 w-full rounded-card" />}
        >
          {(plan) => (
            <>
              {isBack && (
                <Suspense>
                  <PaymentReturn plan={plan} />
                </Suspense>
              )}
              <PlanMoney plan={plan} />
              <Transfers plan={plan} />
              {plan.payments.length > 0 && <Payments key={plan.payments.at(-1)?.id} plan={plan} />}
            </>
          )}
        </AnswerStates>
        <ThisPhone />
      </div>
    </Screen>
  );
}

function ThisPhone() {
  const { data: my } = useAnswer<My>('my');
  const [code, setCode] = useState<OwnCode>();
  const [open, setOpen] = useState<'code' | 'leaving' | 'unsent'>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ message: string; reason: string }>();
  const attempt = async (message: string, work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failed) {
      setError({ message, reason: reasonOf(failed) });
    } finally {
      setBusy(false);
    }
  };
  const makeCode = () =>
    attempt('Error al crear el código. Por favor intenta de nuevo.', async () => {
      setCode(await makeOwnCode());
      setOpen('code');
    });
  const askToLeave = async () => {
    setError(undefined);
    setOpen((await hasUnsent()) ? 'unsent' : 'leaving');
  };
  const goAway = (how: Leaving) =>
    attempt('Error al salir. Por favor intenta de nuevo.', async () => {
      await leaveWith(how);
      await navigate(addresses.enter);
    });
  const failure = error && (
    <ErrorBox>
      <p>{error.message}</p>
      <p>{error.reason}</p>
    </ErrorBox>
  );
  const whatsapp = my?.business.whatsapp;
  const business = my?.business.name || brand.name;
  return (
    <div className="grid gap-2">
      {whatsapp && (
        <a href={whatsappLink(whatsapp, '')} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          <MessageCircle aria-hidden className="size-5" />
          Escribirle a {business || 'tu entrenador'}
        </a>
      )}
      <PushPart {...usePush()} />
      <Button disabled={busy} icon={<Smartphone aria-hidden className="size-5" />} onClick={() => void makeCode()}>
        Código para otro teléfono
      </Button>
      <DownloadData />
      <Button
        look="quietDanger"
        disabled={busy}
        icon={<LogOut aria-hidden className="size-5" />}
        onClick={() => void askToLeave()}
      >
        Salir de este teléfono
      </Button>
      {open !== 'unsent' && failure}
      <LeaveDialog
        open={open === 'unsent'}
        busy={busy}
        failure={failure}
        onLeave={(how) => void goAway(how)}
        onClose={() => setOpen(undefined)}
      />
      <Dialog open={open === 'code'} onClose={() => setOpen(undefined)} title="Código para otro teléfono">
        {code && (
          <div className="space-y-3 p-5 text-center">
            <p>En el otro teléfono, entra con tu número y este código:</p>
            <p className="text-4xl font-bold tracking-widest tabular-nums">{spacedCode(code.code)}</p>
            <p className="text-sm text-muted">Sirve una vez, hasta las {formatClock(code.expires_at)}.</p>
          </div>
        )}
      </Dialog>
      <ConfirmDialog
        open={open === 'leaving'}
        title="¿Salir de este teléfono?"
        text="Para volver a entrar vas a necesitar un enlace o un código."
        yes="Salir"
        no="Cancelar"
        onYes={() => {
          setOpen(undefined);
          void goAway('keep');
        }}
        onNo={() => setOpen(undefined)}
      />
    </div>
  );
}
