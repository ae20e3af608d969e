import { keepAlso, keptKinds, letGo, type Kept, type OwnBusiness } from '@pulso/contract/desk/own-business';
import { ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { addresses } from '#addresses';
import { reasonOf } from '#api/client';
import { BackupProgress } from '#features/desk/backups/backup-progress';
import { goingInWords, keptLabels, needsInWords, stayingInWords } from '#features/desk/own-business/own-business.rules';
import { useOwnBusiness, useStart, type Phase } from '#features/desk/own-business/use-own-business';
import { Link } from '#navigation/link';
import { buttonClass } from '#ui/button';
import { MainAction } from '#ui/main-action';
import { formatCount } from '#ui/numbers';
import { PageHeader } from '#ui/page';
import { EmptyState, ErrorBox, FailureState } from '#ui/states';
import { TwoStepDelete } from '#ui/two-step-delete';

type PickProps = { business: OwnBusiness; keep: Kept[]; onKeep: (keep: Kept[]) => void; disabled: boolean };

/** Ticking brings what is needed along, and unticking takes what needs it. */
function Picks({ business: { content }, keep, onKeep, disabled }: PickProps) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className="rounded-card border border-line bg-surface p-5 disabled:opacity-60">
      <legend className="sr-only">Qué quieres conservar</legend>
      <h2 aria-hidden className="text-base font-semibold">
        Qué quieres conservar
      </h2>
      <p className="mt-1 text-sm text-muted">
        Al marcar algo se marca también lo que necesita. Después puedes cambiar o eliminar lo que quieras.
      </p>
      <ul className="mt-3 grid gap-x-6 sm:grid-cols-2">
        {keptKinds.map((kind) => {
          const needs = needsInWords(kind);
          return (
            <li key={kind}>
              <label className="flex min-h-12 items-center gap-3 text-sm">
                <input
                  type="checkbox"
                  aria-describedby={needs && `${id}-${kind}`}
                  checked={keep.includes(kind)}
                  onChange={(event) => onKeep((event.target.checked ? keepAlso : letGo)(keep, kind))}
                  className="size-5 shrink-0"
                />
                <span className="font-medium">
                  {keptLabels[kind]}
                  {needs && (
                    <span id={`${id}-${kind}`} className="block text-xs font-normal text-muted">
                      {needs}
                    </span>
                  )}
                </span>
                <span className="ml-auto text-muted tabular-nums">{formatCount(content[kind])}</span>
              </label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function Under({ phase }: { phase: Phase }) {
  if (phase !== 'removing')
    return <BackupProgress backup={phase} note="Si sales de esta pantalla antes de que termine, no se borra nada." />;
  return (
    <p role="status" className="rounded-card border border-line bg-surface p-5 text-sm">
      Copia hecha y comprobada. Preparando tu negocio…
    </p>
  );
}

function Choice({ business }: { business: OwnBusiness }) {
  const [keep, setKeep] = useState<Kept[]>(keptKinds);
  const { start, phase, busy, failure } = useStart();
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Picks business={business} keep={keep} onKeep={setKeep} disabled={busy} />
      <section aria-labelledby="se-va" className="rounded-card border border-line bg-surface p-5">
        <h2 id="se-va" className="text-base font-semibold">
          Qué se va
        </h2>
        <ul aria-live="polite" className="mt-3 list-disc space-y-1 pl-5 text-sm tabular-nums">
          {goingInWords(business, keep).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="mt-3 text-sm font-medium">
          También se va lo que hayas cargado tú: los clientes y los pagos que agregaste para probar.
        </p>
        <p className="mt-3 text-sm text-muted tabular-nums">{stayingInWords(business, keep)}</p>
      </section>
      <div className="space-y-4 lg:col-span-2">
        {phase && <Under phase={phase} />}
        {failure && !busy && <ErrorBox>{failure}</ErrorBox>}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="flex max-w-prose items-start gap-2 text-sm text-muted">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              Antes se hace una copia de seguridad de todo y se comprueba; si falla, no se borra nada. Las demás
              sesiones se cierran y la tuya sigue.
            </span>
          </p>
          <MainAction>
            <TwoStepDelete
              name="Empezar con mi negocio"
              label="Borrar y empezar"
              outlined
              busy={busy}
              onDelete={() => start(keep)}
            />
          </MainAction>
        </div>
      </div>
    </div>
  );
}

/** From the demonstration to a business of one's own. */
export function OwnBusinessScreen() {
  const { data, error, isPending, refetch } = useOwnBusiness();
  return (
    <>
      <PageHeader title="Empezar con mi negocio" context="Deja la demostración y carga tus clientes." />
      {isPending && <div role="status" aria-busy="true" aria-label="Cargando" className="skeleton h-80 rounded-card" />}
      {error && (
        <FailureState
          message="Error al cargar lo que hay en la demostración"
          reason={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.is_demo === true && <Choice business={data} />}
      {data?.is_demo === false && (
        <EmptyState title="Este ya es tu negocio" text="No hay datos de demostración que quitar.">
          <Link to={addresses.home} className={buttonClass('primary')}>
            Ir al inicio
          </Link>
        </EmptyState>
      )}
    </>
  );
}
