import {
  addContentKind,
  contentKinds,
  removeContentKind,
  addedRowsInWords,
  type ContentKind,
  type OwnBusiness,
} from '@pulso/contract/desk/own-business';
import { ShieldCheck, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { EmptyState, FailureState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import {
  describeRemovals,
  contentLabels,
  describeNeeds,
  describeRemaining,
} from '#features/desk/own-business/own-business.rules';
import { useOwnBusiness } from '#features/desk/own-business/use-own-business';
import { MainAction } from '#ui/layout/main-action';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';

// The line that says that the data are invented comes from the same file as this screen, and a first visit has no use for forms.
const StartDialog = lazy(async () => ({
  default: (await import('#features/desk/own-business/start-dialog')).StartDialog,
}));

type ContentPickerProps = { business: OwnBusiness; keep: ContentKind[]; onKeep: (keep: ContentKind[]) => void };

/** Ticking brings what is needed along, and unticking takes what needs it. */
function ContentPicker({ business: { content }, keep, onKeep }: ContentPickerProps) {
  const id = useId();
  return (
    <fieldset className="rounded-card border border-line bg-surface p-5">
      <legend className="sr-only">Qué quieres conservar</legend>
      <h2 aria-hidden className="text-base font-semibold">
        Qué quieres conservar
      </h2>
      <p className="mt-1 text-sm text-muted">
        Al marcar algo se marca también lo que necesita. Después puedes cambiar o eliminar lo que quieras.
      </p>
      <ul className="mt-3 grid gap-x-6 sm:grid-cols-2">
        {contentKinds.map((kind) => {
          const needs = describeNeeds(kind);
          return (
            <li key={kind}>
              <label className="flex min-h-12 items-center gap-3 text-sm">
                <input
                  type="checkbox"
                  aria-describedby={needs && `${id}-${kind}`}
                  checked={keep.includes(kind)}
                  onChange={(event) => onKeep((event.target.checked ? addContentKind : removeContentKind)(keep, kind))}
                  className="size-5 shrink-0"
                />
                <span className="font-medium">
                  {contentLabels[kind]}
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

function StartChoice({ business }: { business: OwnBusiness }) {
  const [keep, setKeep] = useState<ContentKind[]>(contentKinds);
  const [isAsking, setAsking] = useState(false);
  const ownDataText = addedRowsInWords(business.ours);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <ContentPicker business={business} keep={keep} onKeep={setKeep} />
      <section aria-labelledby="se-va" className="rounded-card border border-line bg-surface p-5">
        <h2 id="se-va" className="text-base font-semibold">
          Qué se va
        </h2>
        <ul aria-live="polite" className="mt-3 list-disc space-y-1 pl-5 text-sm tabular-nums">
          {describeRemovals(business, keep).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        {ownDataText && (
          <p className="mt-3 text-sm font-medium tabular-nums">
            También se va lo que no es de la demostración: {ownDataText}.
          </p>
        )}
        <p className="mt-3 text-sm text-muted tabular-nums">{describeRemaining(business, keep)}</p>
      </section>
      <div className="flex flex-wrap items-center justify-between gap-4 lg:col-span-2">
        <p className="flex max-w-prose items-start gap-2 text-sm text-muted">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            Antes se hace una copia de seguridad de todo y se comprueba; si falla, no se borra nada. Se te pide tu
            contraseña.
          </span>
        </p>
        <MainAction>
          <Button look="danger" icon={<Trash2 aria-hidden className="size-4" />} onClick={() => setAsking(true)}>
            Borrar y empezar
          </Button>
        </MainAction>
      </div>
      {isAsking && (
        <Suspense>
          <StartDialog ours={business.ours} keep={keep} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Ends the demonstration and starts a business of one's own. */
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
      {data?.is_demo === true && <StartChoice business={data} />}
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
