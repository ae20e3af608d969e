import { mergeWorkouts, stateOf, summaryOf, textOf } from '@pulso/contract/coaching/merge';
import type { Workout, WorkoutAnswer } from '@pulso/contract/coaching/workouts';

type Held = { document: Workout; turn: number | null };

/** The server's half of section 11 in memory, for courses by sequence: what it stores, joins and gives another turn. */
export function startMergingServer(now: () => Date) {
  const stored = new Map<string, Held>();
  const names = new Map<string, string>();
  const idOf = (id: string) => names.get(id) ?? id;
  const stateAt = (document: Workout) => stateOf({ ...document, ...summaryOf(document) }, now());
  const save = (document: Workout, turn: number | null) => {
    stored.set(document.id, { document, turn });
    return document;
  };

  /** The stored document with what was sent; with news its version is another than anybody has. */
  function received(known: Workout, { places, cells, version }: Workout): Workout {
    const merged = mergeWorkouts(known, { ...known, places, cells, version });
    const isNews = textOf(merged) !== textOf(known);
    return isNews && merged.version === known.version ? { ...merged, version: merged.version + 1 } : merged;
  }

  function place(document: Workout): Workout {
    const { course, turn } = document;
    if (course === null || ['gone', 'empty'].includes(stateAt(document))) return save(document, null);
    const ofCourse = [...stored.values()].filter(
      (held) => held.document.course === course && held.document.id !== document.id,
    );
    const holder = ofCourse.find((held) => held.turn === turn);
    if (!holder) return save(document, turn);
    if (stateAt(holder.document) === 'empty') {
      holder.turn = null;
      return save(document, turn);
    }
    const isSame = holder.document.day_number === document.day_number && holder.document.day === document.day;
    if (isSame) {
      stored.delete(document.id);
      for (const [name, is] of names) if (is === document.id) names.set(name, holder.document.id);
      names.set(document.id, holder.document.id);
      return save(received(holder.document, document), holder.turn);
    }
    const free = Math.max(0, ...ofCourse.map((held) => held.turn ?? 0)) + 1;
    return save({ ...document, turn: free }, free);
  }

  return {
    idOf,
    documents: () => [...stored.values()].map(({ document }) => document),
    turns: () =>
      [...stored.values()].flatMap(({ document, turn }) => (turn === null ? [] : [`${document.course} ${turn}`])),
    versions: () => [...stored.values()].map(({ document: { id, version } }) => ({ id, version })),
    find: (id: string) => stored.get(idOf(id))?.document,
    put(sent: Workout): WorkoutAnswer {
      const known = stored.get(idOf(sent.id));
      if (!known) return { workout: place(sent), changed: true };
      const merged = received(known.document, sent);
      if (textOf(merged) === textOf(known.document)) return { workout: known.document, changed: false };
      if (known.turn === null) return { workout: place(merged), changed: true };
      return { workout: save(merged, stateAt(merged) === 'gone' ? null : known.turn), changed: true };
    },
  };
}
