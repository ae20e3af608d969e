import { foldName } from '@pulso/contract/content/find-exercises';
import type { Exercise } from '@pulso/contract/content/exercises';
import type { Routine, RoutineExercise } from '@pulso/contract/content/read-routine';
import { newDay, newEntry, type PlannedDay } from '#features/content/trainings/training-days.rules';

/** What is taken for a name: an exercise, a new one, or nothing. */
export type Choice = Exercise | 'new' | 'none';
/** By folded name: the same name is the same exercise wherever it stands. */
export type Choices = ReadonlyMap<string, Choice>;

type Line = RoutineExercise<Exercise>;

export const choiceOf = ({ name, match }: Line, choices: Choices): Choice =>
  choices.get(foldName(name)) ?? match.exercise ?? 'new';

export const linesOf = ({ days }: Routine<Exercise>): Line[] =>
  days.flatMap(({ items }) => items.filter((item) => item.kind === 'exercise'));

/** How many exercises were found, are guesses that nobody has looked at, and are made anew. */
export function countLines(routine: Routine<Exercise>, choices: Choices) {
  const lines = linesOf(routine);
  const taken = lines.map((line) => choiceOf(line, choices));
  const news = new Set(lines.flatMap(({ name }, index) => (taken[index] === 'new' ? [foldName(name)] : [])));
  return {
    exercises: taken.filter((choice) => choice !== 'none').length,
    guesses: lines.filter((line) => line.match.kind === 'guess' && !choices.has(foldName(line.name))).length,
    news: news.size,
    problems: lines.filter(({ problem }) => problem !== undefined).length,
  };
}

const inSentenceCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text);
const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** 'Hip thrust pausado', as the title of a new exercise. */
export const titleOfNew = (name: string) => capitalize(inSentenceCase(name)).slice(0, 150);

/** 'Piernas' of 'DÍA 1: PIERNAS': the form numbers the days itself. */
export const titleOfDay = (title: string) =>
  capitalize(inSentenceCase(title.replace(/^d[ií]a\s*\d+[\s:.)\-–—]*/i, '')));

/** Days of the training form. Texts of a day become its description. */
export function toPlan(
  { days }: Routine<Exercise>,
  choices: Choices,
  { part, idForNew }: { part: number | undefined; idForNew: (title: string, others: readonly PlannedDay[]) => number },
): PlannedDay[] {
  const plan: PlannedDay[] = [];
  for (const { title, isRest, items } of days) {
    const day: PlannedDay = { ...newDay(), isRest, title: isRest ? '' : titleOfDay(title) };
    plan.push(day);
    if (isRest) continue;
    day.description = items.flatMap((item) => (item.kind === 'text' && item.isOfDay ? [item.typed] : [])).join('\n');
    for (const item of items) {
      const choice = item.kind === 'exercise' ? choiceOf(item, choices) : 'none';
      if (item.kind !== 'exercise' || choice === 'none') continue;
      if (choice !== 'new') day.exercises.push(newEntry(choice.id, choice.title, item.prescription));
      else {
        const named = titleOfNew(item.name);
        day.exercises.push({ ...newEntry(idForNew(named, plan), named, item.prescription), part });
      }
    }
  }
  return plan;
}
