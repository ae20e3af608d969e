import type { Connection, ConnectionTest } from '@pulso/contract/billing/links';
import type { ConnectionStep } from '@pulso/contract/billing/links.labels';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { CircleAlert, CircleCheck, CircleDashed, PlugZap, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { Panel } from '@pulso/web/ui/details/facts';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { useConnection, useConnectionTest } from '#features/billing/links/links-calls';
import { PracticeNote } from '#features/billing/links/practice-note';
import { formatCount } from '#ui/text/numbers';

const stepLabels: Record<ConnectionStep, string> = {
  token: 'Credencial',
  service: 'Mercado Pago responde',
  identity: 'Cuenta habilitada para cobrar',
  address: 'Dirección pública',
  secret: 'Clave de los avisos',
};

/** 'Mercado Pago' among the data of the business: how it stands, and a test that says what is missing. */
export function ConnectionSection() {
  const { data, error, refetch } = useConnection();
  const test = useConnectionTest();
  return (
    <Panel title="Mercado Pago">
      <div className="space-y-4">
        <p className="text-sm text-pretty text-muted">
          Tus clientes pagan con un link, y el pago se registra y renueva solo. La cuenta se conecta en el servidor: los
          pasos están en la ayuda,{' '}
          <Link
            to={addresses.guidePage('mercado-pago')}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Cobrar con Mercado Pago
          </Link>
          .
        </p>
        {data ? (
          <Standing connection={data} />
        ) : (
          error && (
            <FailureState
              message="Error al cargar la conexión con Mercado Pago"
              reason={reasonOf(error)}
              onRetry={() => void refetch()}
            />
          )
        )}
        <Button
          icon={<PlugZap aria-hidden className="size-4" />}
          busy={test.isPending}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? 'Probando...' : 'Probar la conexión'}
        </Button>
        {test.error && (
          <FailureState
            message="Error al probar la conexión. Por favor intenta de nuevo."
            reason={reasonOf(test.error)}
          />
        )}
        {test.data && !test.isPending && <TestResult test={test.data} />}
      </div>
    </Panel>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-control bg-yellow-soft p-3 text-sm text-yellow">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 text-pretty wrap-anywhere">{children}</span>
    </p>
  );
}

/** Lines about what keeps the notices of payments from being read. */
function Standing({ connection: { practice, has_address, has_secret, wrong_signatures } }: { connection: Connection }) {
  const now = useNow();
  const { count, application_id, last_at } = wrong_signatures;
  return (
    <>
      <PracticeNote />
      {!practice && !(has_address && has_secret) && (
        <Warning>
          {has_address
            ? 'Falta la clave de los avisos'
            : has_secret
              ? 'Falta la dirección pública'
              : 'Faltan la dirección pública y la clave de los avisos'}
          : los links funcionan, pero cada pago se busca cada 10 minutos en vez de llegar en el momento.
        </Warning>
      )}
      {count > 0 && (
        <Warning>
          {formatCount(count)} {count === 1 ? 'aviso' : 'avisos'} con firma inválida
          {last_at && `, el último ${timeAgo(last_at, now)}`}.{' '}
          {application_id
            ? `Los manda la aplicación ${application_id}: agrega su clave en MERCADOPAGO_WEBHOOK_SECRET.`
            : 'Revisa que la clave sea la de tu aplicación.'}{' '}
          No se leyó nada de ellos, y ningún pago se pierde: se buscan cada 10 minutos.
        </Warning>
      )}
    </>
  );
}

function StepIcon({ ok }: { ok: boolean | null }) {
  if (ok === null) return <CircleDashed aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />;
  return ok ? (
    <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-green" />
  ) : (
    <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-red" />
  );
}

const resultWords = (ok: boolean | null) => (ok === null ? 'sin probar' : ok ? 'bien' : 'falta');

function TestResult({ test: { steps, account } }: { test: ConnectionTest }) {
  const isFine = steps.every(({ ok }) => ok === true);
  return (
    <div role="status" className="space-y-3">
      <p className="font-semibold">
        {isFine ? 'Todo listo para cobrar.' : 'Esto es lo que falta:'}
        {account && <span className="block text-sm font-normal text-muted">Cuenta: {account}</span>}
      </p>
      <ol className="space-y-2">
        {steps.map(({ step, ok, message }) => (
          <li key={step} className="flex items-start gap-2 text-sm">
            <StepIcon ok={ok} />
            <span className="min-w-0">
              <span className="font-medium">{(stepLabels as Partial<typeof stepLabels>)[step] ?? step}</span>
              <span className="sr-only">: {resultWords(ok)}</span>
              {message && <span className="block text-pretty wrap-anywhere text-muted">{message}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
