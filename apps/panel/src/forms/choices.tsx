import { shownName } from '@pulso/contract/kit/labels';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { reportLogged } from '#api/report';
import { useList, type Served } from '#api/resources';
import type { ChoiceOption } from '#forms/fields';
import { ChoiceField } from '#forms/fields';
import type { Check } from '#forms/form';
import { Button } from '#ui/button';

const BY_NAME = 'nombre:';
const nameIn = (value: unknown) =>
  typeof value === 'string' && value.startsWith(BY_NAME) ? value.slice(BY_NAME.length) : undefined;

export type Choices = {
  options: ChoiceOption[];
  /** The list could not be loaded: the options are names known beforehand, without their ids. */
  failed: boolean;
  retry: () => void;
  /** The id of a name that was chosen from those known beforehand, asked of the server now. */
  idOf: (name: string) => Promise<number | undefined>;
};

type Titled = { id: number; title: string };

/** A list to choose from; where it does not load, the names known beforehand stand in. */
export function useChoices(resource: Served<Titled>, words: { failure: string; fallback: readonly string[] }): Choices {
  const list = useList(resource);
  const { failure, fallback } = words;
  const failed = list.error !== null && list.data === undefined;
  useEffect(() => {
    if (list.error) reportLogged(failure, list.error);
  }, [list.error, failure]);
  const known = fallback.map((name) => ({ value: BY_NAME + name, label: name }));
  return {
    options: list.data?.map(({ id, title }) => ({ value: id, label: shownName(title) })) ?? (failed ? known : []),
    failed,
    retry: () => void list.refetch(),
    idOf: async (name) => {
      const { data } = await list.refetch();
      return data?.find(({ title }) => title === name)?.id;
    },
  };
}

/** Before anything is judged or sent, a name that stood in for its id gets the real one, or the form says why not. */
export function withRealIds<T>(check: Check<T>, choices: Record<string, Choices>): Check<T> {
  return async (fields, files) => {
    const real = { ...fields };
    for (const [field, { idOf }] of Object.entries(choices)) {
      const name = nameIn(fields[field]);
      if (name === undefined) continue;
      const id = await idOf(name);
      if (id === undefined)
        return { errors: { [field]: `No se pudo comprobar «${name}» en el servidor. Reintenta o elige otra opción.` } };
      real[field] = String(id);
    }
    return check(real, files);
  };
}

type Props = {
  name: string;
  label: string;
  prompt: string;
  choices: Pick<Choices, 'options' | 'failed' | 'retry'>;
  required?: boolean;
};

/** A choice from a list that may not have loaded: it can be asked for again without leaving the form. */
export function ChoicesField({ choices, ...field }: Props) {
  return (
    <ChoiceField {...field} options={choices.options}>
      {choices.failed && <ListFailed onRetry={choices.retry} />}
    </ChoiceField>
  );
}

/** Under a field whose list did not come. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      <span>No se pudo cargar la lista.</span>
      <Button look="quiet" icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
