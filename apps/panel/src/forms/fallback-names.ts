import type { Served } from '#api/resources';
import type { Check } from '#forms/form';
import { useOptions, type Options } from '#forms/use-options';

const BY_NAME = 'nombre:';
const nameIn = (value: unknown) =>
  typeof value === 'string' && value.startsWith(BY_NAME) ? value.slice(BY_NAME.length) : undefined;

type Titled = { id: number; title: string };
export type OptionsOrNames = Options<Titled, string | number>;

/**
 * Options from the server's list; if it does not load, known names stand in, and their ids are looked up before
 * submitting.
 */
export function useOptionsOrNames(
  resource: Served<Titled>,
  { failure, fallback }: { failure: string; fallback: readonly string[] },
): OptionsOrNames {
  const loaded = useOptions(resource, { failure });
  const names = fallback.map((name) => ({ value: BY_NAME + name, label: name }));
  return { ...loaded, options: loaded.failed ? names : loaded.options };
}

/** Replaces a name that stood in for an id with the real id before checking, or returns an error for the field. */
export function withRealIds<T>(check: Check<T>, lists: Record<string, OptionsOrNames>): Check<T> {
  return async (fields, files) => {
    const real = { ...fields };
    for (const [field, { retry }] of Object.entries(lists)) {
      const name = nameIn(fields[field]);
      if (name === undefined) continue;
      const found = (await retry())?.find(({ title }) => title === name);
      if (!found)
        return { errors: { [field]: `No se pudo comprobar «${name}» en el servidor. Reintenta o elige otra opción.` } };
      real[field] = String(found.id);
    }
    return check(real, files);
  };
}
