import {
  importFieldLabels,
  importFields,
  IMPORT_KEPT_DAYS,
  type Import,
  type ImportChange,
} from '@pulso/contract/desk/imports';
import { addDays, dateOfInstant, formatShortDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { CircleCheck, Download, Info, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { BackLink } from '@pulso/web/ui/controls/links';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { addresses } from '#addresses';
import { Groups, Rules } from '#features/desk/imports/groups';
import { useChange, useErrorsFile, useImport, useWork } from '#features/desk/imports/imports-calls';
import { describeCounts, describeTouch, runLabel } from '#features/desk/imports/imports.rules';
import { ItemStates } from '#screens/item-states';
import { ListSkeleton } from '#screens/list-skeleton';
import { filterClass, SelectControl } from '#ui/controls/select';
import { Bar } from '#ui/feedback/bar';
import { PageHeader } from '#ui/layout/page';
import { formatCount, toPercentage } from '#ui/text/numbers';

const cardClass = 'rounded-card border border-line bg-surface p-5';
const OPTIONS = importFields.map((field) => ({ value: field, label: importFieldLabels[field] }));
const BACK = { to: addresses.imports, label: 'Volver a Importar y exportar' };

/** What each column of the file is. */
function Columns({
  found,
  onChange,
  busy,
}: {
  found: Import;
  onChange: (change: ImportChange) => void;
  busy: boolean;
}) {
  const { columns, mapping } = found;
  const choose = (column: number, value: string) => {
    const field = OPTIONS.find((option) => option.value === value)?.value ?? null;
    // A field that moves to another column leaves its own.
    onChange({ mapping: mapping.map((other, at) => (at === column ? field : other === field ? null : other)) });
  };
  return (
    <section aria-labelledby="columnas" className={cardClass}>
      <h2 id="columnas" className="text-base font-semibold">
        Columnas
      </h2>
      <p className="mt-1 text-sm text-muted">
        {found.remembered
          ? 'Como la última vez con estos encabezados.'
          : 'Así se entendió el archivo. Cambia lo que no sea así.'}
      </p>
      <ul className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        {columns.map(({ heading, samples }, column) => (
          <li key={column} className="grid grid-cols-[minmax(0,1fr)_9.5rem] items-center gap-3">
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium" title={heading}>
                {heading}
              </span>
              <span className="block truncate text-xs text-muted" title={samples.join(' · ')}>
                {samples.join(' · ') || 'Vacía'}
              </span>
            </span>
            <SelectControl
              aria-label={`La columna ${heading} es`}
              className={`${filterClass} w-full`}
              value={mapping[column] ?? ''}
              prompt="No importar"
              options={OPTIONS}
              disabled={busy}
              onChange={(event) => choose(column, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first rows as they are understood. */
function Preview({ found }: { found: Import }) {
  const fields = importFields.filter((field) => found.mapping.includes(field));
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="primeras" className={cardClass}>
      <h2 id="primeras" className="text-base font-semibold">
        Las primeras filas
      </h2>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-1 pr-4 font-medium">
                Fila
              </th>
              {fields.map((field) => (
                <th key={field} scope="col" className="py-1 pr-4 font-medium whitespace-nowrap">
                  {importFieldLabels[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.rows.slice(0, 5).map(({ row, cells }) => (
              <tr key={row} className="border-t border-line">
                <td className="py-2 pr-4 text-muted tabular-nums">{row}</td>
                {fields.map((field) => (
                  <td key={field} className="max-w-60 truncate py-2 pr-4 whitespace-nowrap" title={cells[field]}>
                    {cells[field]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div role="status" className={cardClass}>
      <p className="mb-2 text-sm font-medium tabular-nums">
        {label} {formatCount(done)} de {formatCount(total)}
      </p>
      <Bar percent={toPercentage(done, total)} tone="accent" />
    </div>
  );
}

/** The end of an import: the first client can be let in. */
function Welcome({ first }: { first: NonNullable<Import['first']> }) {
  return (
    <section
      aria-labelledby="ya-puede"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-green-soft p-5"
    >
      <CircleCheck aria-hidden className="size-6 shrink-0 text-green" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="ya-puede" className="text-base font-semibold">
          Tu primer cliente ya puede entrar
        </h2>
        <p className="text-sm">Abre la ficha de {displayName(first.name)} y envíale su acceso a la app por WhatsApp.</p>
      </div>
      <Link to={addresses.users.detail(first.user_id)} className={buttonClass('primary')}>
        Abrir su ficha
      </Link>
    </section>
  );
}

function Left({ found }: { found: Import }) {
  return (
    <section aria-labelledby="quedan" className={cardClass}>
      <h2 id="quedan" className="text-base font-semibold">
        Se quedan, porque alguien los usó desde entonces
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {found.left.map((kept) => (
          <li key={kept.user_id} className="py-2 text-sm">
            <Link to={addresses.users.detail(kept.user_id)} className="font-medium underline underline-offset-2">
              {displayName(kept.name)}
            </Link>
            <span className="text-muted">
              {' '}
              · {describeTouch(kept)}, {formatShortDate(kept.at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Body({ found }: { found: Import }) {
  const { id, file, counts, created_at } = found;
  const { mutate: change, isPending: changing } = useChange(id);
  const run = useWork(id, 'run');
  const undo = useWork(id, 'undo');
  const errorsFile = useErrorsFile(found);
  const [isAsking, ask] = useState(false);
  const busy = changing || run.isPending || undo.isPending;
  const isOver = counts.undone + counts.kept > 0;
  const isOpen = !isOver && counts.ready + counts.wrong + counts.existing > 0;
  const until = formatShortDate(addDays(dateOfInstant(created_at), IMPORT_KEPT_DAYS));
  return (
    <>
      <BackLink to={BACK.to}>{BACK.label}</BackLink>
      <PageHeader
        title={counts.imported > 0 || isOver ? 'Importación' : 'Ensayo'}
        context={describeCounts(counts)}
        action={
          isOpen && counts.ready > 0 ? (
            <Button look="primary" busy={run.isPending} disabled={busy} onClick={() => run.start(found)}>
              {run.isPending ? 'Importando…' : runLabel(counts.ready)}
            </Button>
          ) : undefined
        }
      >
        {counts.wrong > 0 && !isOver && (
          <Button
            icon={<Download aria-hidden className="size-4" />}
            busy={errorsFile.isPending}
            disabled={errorsFile.isPending}
            onClick={() => errorsFile.mutate()}
          >
            Descargar las filas con errores
          </Button>
        )}
        {counts.imported > 0 && (
          <Button
            look="quietDanger"
            icon={<Undo2 aria-hidden className="size-4" />}
            busy={undo.isPending}
            disabled={busy}
            onClick={() => ask(true)}
          >
            Deshacer importación
          </Button>
        )}
      </PageHeader>
      <div className="space-y-4">
        <p className="flex items-start gap-2 text-sm text-muted">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="wrap-anywhere">
            {found.again && 'Ya habías subido este archivo: aquí está como lo dejaste. '}
            {file}.{' '}
            {counts.imported > 0
              ? `Se puede deshacer hasta el ${until}.`
              : `Nada se guardó todavía. Se conserva hasta el ${until}.`}
          </span>
        </p>
        {run.progress && <Progress label="Importando" {...run.progress} />}
        {undo.progress && <Progress label="Deshaciendo" {...undo.progress} />}
        {found.first && counts.ready === 0 && counts.imported > 0 && <Welcome first={found.first} />}
        {found.left.length > 0 && <Left found={found} />}
        {isOpen && (
          <>
            <Columns found={found} onChange={change} busy={busy} />
            <Preview found={found} />
            <Rules found={found} onChange={change} busy={busy} />
            <Groups found={found} onChange={change} busy={busy} />
          </>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="¿Deshacer la importación?"
        text="Se van los clientes que trajo y que nadie tocó desde entonces, con sus períodos y deudas importadas. El resto se queda, y te decimos por qué."
        yes="Deshacer importación"
        no="Cancelar"
        onNo={() => ask(false)}
        onYes={() => {
          ask(false);
          undo.start(found);
        }}
      />
    </>
  );
}

/** A file's rehearsal, and what became of it. */
export function Rehearsal({ id }: { id: number }) {
  const item = useImport(id);
  return (
    <ItemStates item={item} failure={() => 'Error al cargar la importación'} back={BACK} skeleton={<ListSkeleton />}>
      {(found) => <Body found={found} />}
    </ItemStates>
  );
}
