import type { ServedResource } from '#api/resources';
import type { Check } from '#forms/form';
import { useOptions, type Options } from '#forms/use-options';

const NAME_PREFIX = 'nombre:';
const readName = (value: unknown) =>
  typeof value === 'string' && value.startsWith(NAME_PREFIX) ? value.slice(NAME_PREFIX.length) : undefined;

type TitledRow = { id: number; title: string };
export type OptionsWithFallback = Options<TitledRow, string | number>;

/**
 * Options from the server's list; if it does not load, known names stand in, and their ids are looked up before
 * submitting.
 */
export function useOptionsWithFallback(
  resource: ServedResource<TitledRow>,
  { failure, fallback }: { failure: string; fallback: readonly string[] },
): OptionsWithFallback {
  const loaded = useOptions(resource, { failure });
  const names = fallback.map((name) => ({ value: NAME_PREFIX + name, label: name }));
  return { ...loaded, options: loaded.failed ? names : loaded.options };
}

/** Replaces a name that stood in for an id with the real id before checking, or returns an error for the field. */
export function withResolvedIds<T>(check: Check<T>, lists: Record<string, OptionsWithFallback>): Check<T> {
  return async (fields, files) => {
    const real = { ...fields };
    for (const [field, { retry }] of Object.entries(lists)) {
      const name = readName(fields[field]);
      if (name === undefined) continue;
      const matchingRow = (await retry())?.find(({ title }) => title === name);
      if (!matchingRow)
        return { errors: { [field]: `No se pudo comprobar «${name}» en el servidor. Reintenta o elige otra opción.` } };
      real[field] = String(matchingRow.id);
    }
    return check(real, files);
  };
}
