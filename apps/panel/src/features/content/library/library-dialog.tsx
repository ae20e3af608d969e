import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import type { LibraryKind, LibraryResult, LibraryRow } from '@pulso/contract/content/library';
import { trainings } from '@pulso/contract/content/trainings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { listKey } from '#api/resources';
import { addFromLibrary, useLibrary } from '#features/content/library/library-calls';
import { createSaveFailure, FailureBox } from '#forms/failure-box';
import { FormSkeleton } from '#forms/form-dialog';
import { createWordMatcher } from '#ui/pickers/find-options';
import { SearchBox } from '#ui/lists/search-box';
import { plainText } from '#ui/text/plain-text';

const TITLE = 'Agregar de la biblioteca';
const NOUNS: Record<LibraryKind, readonly [one: string, several: string]> = {
  exercise: exercises.noun,
  training: trainings.noun,
  diet: diets.noun,
};
const countText = (count: number, [one, several]: readonly [string, string]) =>
  `${count} ${count === 1 ? one : several}`;

/** '2 entrenamientos y 9 ejercicios' */
function describeAdded({ exercises: moves, trainings: plans, diets: meals }: LibraryResult) {
  const parts = [
    [plans, NOUNS.training] as const,
    [moves, NOUNS.exercise] as const,
    [meals, NOUNS.diet] as const,
  ].flatMap(([count, noun]) => (count > 0 ? [countText(count, noun)] : []));
  return parts.length === 0 ? 'Ya estaba todo' : `Se agregaron ${parts.join(' y ')}`;
}

type Props = { kind: LibraryKind; onClose: () => void };

/** What Pulso brings along, to be ticked and added; what is there already is said, and never made twice. */
export function LibraryDialog({ kind, onClose }: Props) {
  const library = useLibrary();
  const client = useQueryClient();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const deferred = useDeferredValue(typed);
  const all = library.data ?? [];
  const fits = createWordMatcher(deferred);
  const rows = all.filter((row) => row.kind === kind && fits(plainText(`${row.title} ${row.group}`)));
  const groups = Map.groupBy(rows, ({ group }) => group);
  const present = new Set(all.flatMap(({ key, state }) => (state === 'present' ? [key] : [])));
  const brought = new Set(
    all.filter(({ key }) => ticked.has(key)).flatMap(({ brings }) => brings.filter((key) => !present.has(key))),
  );
  const save = useMutation({
    mutationFn: () => addFromLibrary([...ticked]),
    onSuccess: (result) => {
      for (const resource of [exercises, trainings, diets])
        void client.invalidateQueries({ queryKey: listKey(resource) });
      void client.invalidateQueries({ queryKey: ['library'] });
      showToast({ title: describeAdded(result), tone: 'good' });
      onClose();
    },
  });
  const tick = (keys: string[], on: boolean) =>
    setTicked((before) => new Set(on ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  // What its owner deleted comes back only if it is ticked by itself.
  const offered = (some: readonly LibraryRow[]) => some.filter(({ state }) => state === 'new').map(({ key }) => key);
  const everything = offered(rows);
  const hasAll = everything.length > 0 && everything.every((key) => ticked.has(key));
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLE}
      className="max-w-3xl"
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm text-muted tabular-nums">
            {ticked.size > 0 && countText(ticked.size, NOUNS[kind])}
            {brought.size > 0 && ` · traen ${countText(brought.size, NOUNS.exercise)}`}
          </p>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={save.isPending || ticked.size === 0}
            onClick={() => save.mutate()}
          >
            {save.isPending ? 'Agregando...' : 'Agregar'}
          </Button>
        </>
      }
    >
      {library.error && !library.data ? (
        <div className="p-5">
          <FailureState message="Error al cargar la biblioteca" onRetry={() => void library.refetch()} />
        </div>
      ) : !library.data ? (
        <FormSkeleton rows={6} />
      ) : (
        <div className="space-y-4 p-5">
          <div className="flex flex-wrap items-center gap-2">
            <div className="min-w-56 flex-1">
              <SearchBox label="Buscar en la biblioteca..." value={typed} onChange={setTyped} />
            </div>
            <Button disabled={everything.length === 0} onClick={() => tick(everything, !hasAll)}>
              {hasAll ? 'Ninguno' : 'Todos'}
            </Button>
          </div>
          {save.error && (
            <FailureBox
              failure={createSaveFailure('Error al agregar de la biblioteca. Por favor intenta de nuevo.', save.error)}
            />
          )}
          {rows.length === 0 && (
            <p className="py-6 text-center text-sm text-muted">No se encontró nada con ese nombre</p>
          )}
          {[...groups].map(([group, some]) => (
            <Group key={group} title={group} rows={some} offered={offered(some)} ticked={ticked} onTick={tick} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

type GroupProps = {
  title: string;
  rows: LibraryRow[];
  offered: string[];
  ticked: ReadonlySet<string>;
  onTick: (keys: string[], on: boolean) => void;
};

function Group({ title, rows, offered, ticked, onTick }: GroupProps) {
  const id = useId();
  const hasAll = offered.length > 0 && offered.every((key) => ticked.has(key));
  return (
    <fieldset aria-labelledby={id} className="overflow-hidden rounded-card border border-line">
      <div className="flex items-center justify-between gap-2 border-b border-line bg-sunken py-1 pr-1 pl-4">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {offered.length > 0 && (
          <Button
            look="quiet"
            aria-label={`${hasAll ? 'Ninguno' : 'Todos'}: ${title}`}
            onClick={() => onTick(offered, !hasAll)}
          >
            {hasAll ? 'Ninguno' : 'Todos'}
          </Button>
        )}
      </div>
      <ul className="grid sm:grid-cols-2">
        {rows.map(({ key, title: name, state, brings }) => (
          <li key={key}>
            <label className="flex min-h-11 items-center gap-3 px-4 py-1.5 text-sm">
              <input
                type="checkbox"
                checked={ticked.has(key)}
                disabled={state === 'present'}
                onChange={({ target }) => onTick([key], target.checked)}
                className="size-5 shrink-0"
              />
              <span className={`min-w-0 flex-1 wrap-anywhere ${state === 'present' ? 'text-muted' : ''}`}>
                {name}
                {brings.length > 0 && (
                  <span className="block text-xs text-muted">{countText(brings.length, NOUNS.exercise)}</span>
                )}
              </span>
              {state === 'present' && <Badge tone="green">Ya está</Badge>}
              {state === 'removed' && <Badge tone="grey">Se eliminó</Badge>}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
