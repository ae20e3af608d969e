import { describe, expect, it } from 'vitest';
import { START_FROM_STORED, readEdits, mergeEdits, resumeDraft, startForm } from '#forms/draft.rules';

const buildControl = (name: string, more: object = {}) => ({
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
      buildControl('title'),
      buildControl('untouched'),
      buildControl('active', { type: 'checkbox', checked: true }),
      buildControl('secret', { type: 'password' }),
      buildControl('sets', { type: 'hidden', dataset: { rows: '[{"reps":8}]' } }),
      buildControl('sets.0.reps'),
    ];
    const edited = new Set(['title', 'active', 'secret', 'sets.0.reps']);
    const mine = { title: 'title escrito', active: true, sets: { rows: [{ reps: 8 }] } };
    expect(readEdits(controls, edited)).toEqual({ mine, isPartial: true });
    expect(readEdits(controls, new Set(['title']))).toEqual({ mine: { title: 'title escrito' }, isPartial: false });
  });

  it('W2 is resumed where the session ended over it, offered elsewhere, and none is nothing', () => {
    expect(startForm(draft, { version: 1 })).toMatchObject({ mine: draft.mine, theirs: {}, notice: 'resumed' });
    expect(startForm({ ...draft, resumes: false })).toEqual({ ...START_FROM_STORED, notice: 'offered' });
    expect(startForm(undefined)).toBe(START_FROM_STORED);
  });

  it('K1 shows what another person saved since, only where it differs from mine', () => {
    const stored = { version: 2, title: 'Ajeno', age: '30', other: 'x' };
    expect(resumeDraft(draft, stored).theirs).toEqual({ title: 'Ajeno' });
    expect(resumeDraft(draft, { ...stored, version: 1 }).theirs).toEqual({});
  });

  it('K1 merges with fresh values: theirs are those that were not so before', () => {
    const edits = { mine: { title: 'Mío', age: '31', note: null }, isPartial: true };
    const [before, fresh] = [
      { title: 'Viejo', age: 30 },
      { title: 'Ajeno', age: 30 },
    ];
    expect(mergeEdits(edits, fresh, before, 3)).toEqual({
      ...edits,
      turn: 3,
      theirs: { title: 'Ajeno' },
      notice: 'merged',
    });
  });
});
