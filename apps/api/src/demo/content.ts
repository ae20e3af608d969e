import { addDays, addMonths, daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { readLine } from '@pulso/contract/content/sets-line';
import { bodyParts, dietCategories, levels, machines, productCategories, trainingTypes } from '#demo/catalogues.data';
import { caloriesOf, demoDiets } from '#demo/diets.data';
import { demoExercises, videoLink } from '#demo/exercises.data';
import { demoPackages } from '#demo/packages.data';
import { MONTHS_OPEN } from '#demo/people';
import { plans } from '#demo/plans.data';
import { affiliateLink, products } from '#demo/products.data';
import { seededRandom } from '#demo/random';
import { demoTrainings } from '#demo/trainings.data';

/** The catalogue as rows. `drawing` names a file under `pictures/`; `picture` takes its place once it is stored. */

const SEED = 19_860_629;
const morningInstant = (day: DateText, minutes: number) =>
  new Date(new Date(`${day}T09:00:00-03:00`).getTime() + minutes * 60_000).toISOString();

/** Rows are created over the first `withinDays` of the business, from two weeks before it opened. */
function openDateAssigner(today: DateText) {
  const random = seededRandom(SEED);
  const openingDay = addMonths(today, -MONTHS_OPEN);
  return <Row extends object>(rows: readonly Row[], withinDays: number) =>
    rows.map((row, n) => {
      const day = addDays(openingDay, Math.floor((n * withinDays) / rows.length) - 14);
      const changeDay = addDays(day, random.int(0, daysBetween(day, today) - 1));
      const created_at = morningInstant(day, n % 50);
      const updated_at = random.chance(0.5) ? morningInstant(changeDay, 60 + random.int(0, 480)) : created_at;
      return { ...row, n, created_at, updated_at };
    });
}

function withDrawings<Row extends { picture: string }>(folder: string, rows: readonly Row[]) {
  return rows.map(({ picture, ...row }) => ({ ...row, drawing: `${folder}/${picture}` }));
}

/** Reads a place of a day: the exercise's title, and the line of its sets as trainers write it. */
function readPlace(place: string | readonly [title: string, line: string]) {
  const [title, line] = typeof place === 'string' ? [place, ''] : place;
  const { prescription, problem } = readLine(line);
  if (problem !== undefined) throw new Error(`${title}: ${problem}`);
  return { title, ...prescription };
}

type Drawing = { drawing?: string };
export type DemoContent = Record<keyof ReturnType<typeof buildDemoContent>, (Drawing & { n: number })[]>;

export function buildDemoContent(today: DateText) {
  const dated = openDateAssigner(today);
  return {
    levels: dated(withDrawings('levels', levels), 1),
    trainingTypes: dated(withDrawings('training-types', trainingTypes), 1),
    machines: dated(withDrawings('machines', machines), 200),
    bodyParts: dated(withDrawings('body-parts', bodyParts), 1),
    productCategories: dated(withDrawings('product-categories', productCategories), 1),
    dietCategories: dated(dietCategories, 1),
    plans: dated(plans, 1),
    products: dated(
      withDrawings('products', products).map(({ search, featured = false, ...product }) => ({
        ...product,
        is_featured: featured,
        affiliate_link: affiliateLink(search),
      })),
      600,
    ),
    exercises: dated(
      withDrawings('exercises', demoExercises).map(
        ({ reps = [], seconds = [], rest, video, inactive, machine = null, ...exercise }) => ({
          ...exercise,
          machine,
          video_url: video ? videoLink(exercise.title) : null,
          status: !inactive,
          sets: [
            ...reps.map(([count, weight = null]) => ({
              reps: count,
              duration_seconds: null,
              weight,
              rest_seconds: rest,
            })),
            ...seconds.map((duration_seconds) => ({ reps: null, duration_seconds, weight: null, rest_seconds: rest })),
          ],
        }),
      ),
      400,
    ),
    diets: dated(
      withDrawings('diets', demoDiets).map(
        ({ time, premium = false, inactive, ingredients, steps, gender = 'Unisex', ...diet }) => ({
          ...diet,
          gender,
          calories: caloriesOf(diet),
          total_time: time,
          is_premium: premium,
          status: !inactive,
          ingredients: ingredients.join('\n'),
          instructions: steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
        }),
      ),
      500,
    ),
    trainings: dated(
      withDrawings('trainings', demoTrainings).map(({ premium = false, inactive, days, ...training }) => ({
        ...training,
        is_premium: premium,
        status: !inactive,
        days: days.map((day) =>
          day === 'rest'
            ? { is_rest_day: true, title: '', description: '', exercises: [] }
            : { is_rest_day: false, ...day, exercises: day.exercises.map(readPlace) },
        ),
      })),
      550,
    ),
    packages: dated(demoPackages, 450),
  };
}
