import { describe, expect, it } from 'vitest';
import { AS_STORED, editedIn, merge, resume, startWith } from '#forms/draft.rules';

const control = (name: string, more: object = {}) => ({
  name,
  type: 'text',
  value: `${name} escrito`,
  checked: false,
  dataset: {},
  ...more,
});
const draft = { mine: { title: 'Mío', age: '30' }, version: 1, isPartial: false, at: 0, until: 1, resumes: true };

describe('a draft', () => {
  it('W2 has the edited values as they stand in their controls, and no secret', () => {
    const controls = [
      control('title'),
      control('untouched'),
      control('active', { type: 'checkbox', checked: true }),
      control('secret', { type: 'password' }),
      control('sets', { type: 'hidden', dataset: { rows: '[{"reps":8}]' } }),
      control('sets.0.reps'),
    ];
    const edited = new Set(['title', 'active', 'secret', 'sets.0.reps']);
    const mine = { title: 'title escrito', active: true, sets: { rows: [{ reps: 8 }] } };
    expect(editedIn(controls, edited)).toEqual({ mine, isPartial: true });
    expect(editedIn(controls, new Set(['title']))).toEqual({ mine: { title: 'title escrito' }, isPartial: false });
  });

  it('W2 is resumed where the session ended over it, offered elsewhere, and none is nothing', () => {
    expect(startWith(draft, { version: 1 })).toMatchObject({ mine: draft.mine, theirs: {}, notice: 'resumed' });
    expect(startWith({ ...draft, resumes: false })).toEqual({ ...AS_STORED, notice: 'offered' });
    expect(startWith(undefined)).toBe(AS_STORED);
  });

  it('K1 shows what another person saved since, only where it differs from mine', () => {
    const stored = { version: 2, title: 'Ajeno', age: '30', other: 'x' };
    expect(resume(draft, stored).theirs).toEqual({ title: 'Ajeno' });
    expect(resume(draft, { ...stored, version: 1 }).theirs).toEqual({});
  });

  it('K1 merges with fresh values: theirs are those that were not so before', () => {
    const edits = { mine: { title: 'Mío', age: '31', note: null }, isPartial: true };
    const [before, fresh] = [
      { title: 'Viejo', age: 30 },
      { title: 'Ajeno', age: 30 },
    ];
    expect(merge(edits, fresh, before, 3)).toEqual({ ...edits, turn: 3, theirs: { title: 'Ajeno' }, notice: 'merged' });
  });
});
