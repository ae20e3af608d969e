import { describe, expect, it } from 'vitest';
import {
  keepAlso,
  KEPT_NEEDS,
  KEPT_WITHOUT_NEEDS,
  keptKinds,
  letGo,
  someOurs,
  startInput,
  type Kept,
} from './own-business';

const isWhole = (kept: Kept[]) => kept.every((kind) => KEPT_NEEDS[kind].every((needed) => kept.includes(needed)));
const parse = (keep: unknown) => startInput.safeParse({ keep, backup_id: 1, password: 'clave' });

describe('what stays of the demonstration', () => {
  it('brings along what it needs, and takes along what needs it', () => {
    expect(keepAlso([], 'packages')).toEqual(['catalogues', 'exercises', 'trainings', 'diets', 'packages']);
    expect(letGo(keptKinds, 'exercises')).toEqual(['catalogues', 'diets', 'plans', 'products']);
    expect(letGo(keptKinds, 'catalogues')).toEqual(['plans']);
    expect(keepAlso(['plans'], 'plans')).toEqual(['plans']);
  });

  it('lacks nothing that it needs, whatever is ticked and unticked in whatever order', () => {
    const seen = new Set(['']);
    // A set that grows is walked to its end.
    for (const names of seen) {
      const kept = keptKinds.filter((kind) => names.split(',').includes(kind));
      expect([isWhole(kept), parse(kept).success], names).toEqual([true, true]);
      for (const kind of keptKinds) {
        seen.add(keepAlso(kept, kind).join());
        seen.add(letGo(kept, kind).join());
      }
    }
    expect(seen.size).toBe(30);
  });

  it('is refused with less', () => {
    expect(parse(['trainings', 'catalogues']).error?.issues[0]?.message).toBe(KEPT_WITHOUT_NEEDS);
    expect(parse(['people']).success).toBe(false);
  });
});

it('X16 what people added is said with its number', () => {
  const said = {
    'Hay 1 pago que no es': someOurs({ people: 0, payments: 1 }),
    'Hay 1 persona que no es': someOurs({ people: 1, payments: 0 }),
    'Hay 1 persona y 1 pago que no son': someOurs({ people: 1, payments: 1 }),
    'Hay 3 personas y 12 pagos que no son': someOurs({ people: 3, payments: 12 }),
  };
  for (const [words, sentence] of Object.entries(said))
    expect(sentence).toBe(`${words} de la demostración: no se borró nada.`);
});
