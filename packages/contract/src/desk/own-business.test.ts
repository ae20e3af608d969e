import { describe, expect, it } from 'vitest';
import {
  addContentKind,
  CONTENT_DEPENDENCIES,
  MISSING_DEPENDENCY,
  contentKinds,
  removeContentKind,
  addedRowsMessage,
  startInput,
  type ContentKind,
} from './own-business';

const isComplete = (kept: ContentKind[]) =>
  kept.every((kind) => CONTENT_DEPENDENCIES[kind].every((needed) => kept.includes(needed)));
const parse = (keep: unknown) => startInput.safeParse({ keep, backup_id: 1, password: 'clave' });

describe('what stays of the demonstration', () => {
  it('brings along what it needs, and takes along what needs it', () => {
    expect(addContentKind([], 'packages')).toEqual(['catalogues', 'exercises', 'trainings', 'diets', 'packages']);
    expect(removeContentKind(contentKinds, 'exercises')).toEqual(['catalogues', 'diets', 'plans', 'products']);
    expect(removeContentKind(contentKinds, 'catalogues')).toEqual(['plans']);
    expect(addContentKind(['plans'], 'plans')).toEqual(['plans']);
  });

  it('lacks nothing that it needs, whatever is ticked and unticked in whatever order', () => {
    const seen = new Set(['']);
    // A set that grows is walked to its end.
    for (const names of seen) {
      const kept = contentKinds.filter((kind) => names.split(',').includes(kind));
      expect([isComplete(kept), parse(kept).success], names).toEqual([true, true]);
      for (const kind of contentKinds) {
        seen.add(addContentKind(kept, kind).join());
        seen.add(removeContentKind(kept, kind).join());
      }
    }
    expect(seen.size).toBe(30);
  });

  it('is refused with less', () => {
    expect(parse(['trainings', 'catalogues']).error?.issues[0]?.message).toBe(MISSING_DEPENDENCY);
    expect(parse(['people']).success).toBe(false);
  });
});

it('X16 what people added is said with its number', () => {
  const said = {
    'Hay 1 pago que no es': addedRowsMessage({ people: 0, payments: 1 }),
    'Hay 1 persona que no es': addedRowsMessage({ people: 1, payments: 0 }),
    'Hay 1 persona y 1 pago que no son': addedRowsMessage({ people: 1, payments: 1 }),
    'Hay 3 personas y 12 pagos que no son': addedRowsMessage({ people: 3, payments: 12 }),
  };
  for (const [words, sentence] of Object.entries(said))
    expect(sentence).toBe(`${words} de la demostración: no se borró nada.`);
});
