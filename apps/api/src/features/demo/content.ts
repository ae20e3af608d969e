import { addDays, addMonths, daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { bodyParts, dietCategories, levels, machines, productCategories, trainingTypes } from './catalogues.data';
import { calories, demoDiets } from './diets.data';
import { demoExercises, videoLink } from './exercises.data';
import { demoPackages } from './packages.data';
import { MONTHS_OPEN } from './people';
import { bodyPicture } from './pictures/body';
import { coverPicture } from './pictures/covers';
import { dishPictures } from './pictures/dish-drawings.data';
import { levelPicture, trainingTypePictures } from './pictures/emblems';
import { exercisePicture } from './pictures/exercise-drawings.data';
import { machinePicture } from './pictures/machine-drawings.data';
import { categoryPictures, productPictures } from './pictures/product-drawings.data';
import { plans } from './plans.data';
import { affiliateLink, products } from './products.data';
import { seededRandom } from './random';
import { demoTrainings } from './trainings.data';

/** The catalogue as rows. `svg` draws the picture; `picture` takes its place once it is stored. */

const SEED = 19_860_629;
const morning = (day: DateText, minutes: number) =>
  new Date(new Date(`${day}T09:00:00-03:00`).getTime() + minutes * 60_000).toISOString();

/** Most of it was there when the doors opened; the rest came in the months after. */
function calendar(today: DateText) {
  const random = seededRandom(SEED);
  const opened = addMonths(today, -MONTHS_OPEN);
  return <Row extends object>(rows: readonly Row[], withinDays: number) =>
    rows.map((row, n) => {
      const day = addDays(opened, Math.floor((n * withinDays) / rows.length) - 14);
      const changed = addDays(day, random.int(0, daysBetween(day, today) - 1));
      const created_at = morning(day, n % 50);
      const updated_at = random.chance(0.5) ? morning(changed, 60 + random.int(0, 480)) : created_at;
      return { ...row, n, created_at, updated_at };
    });
}

function drawn<Picture, Row extends { picture: Picture }>(
  rows: readonly Row[],
  draw: (picture: Row['picture']) => string,
) {
  return rows.map(({ picture, ...row }) => ({ ...row, svg: () => draw(picture) }));
}

type Drawing = { svg?: () => string };
export type DemoContent = Record<keyof ReturnType<typeof demoContent>, (Drawing & { n: number })[]>;

export function demoContent(today: DateText) {
  const dated = calendar(today);
  return {
    levels: dated(drawn(levels, levelPicture), 1),
    trainingTypes: dated(
      drawn(trainingTypes, (name) => trainingTypePictures[name]()),
      1,
    ),
    machines: dated(drawn(machines, machinePicture), 200),
    bodyParts: dated(drawn(bodyParts, bodyPicture), 1),
    productCategories: dated(
      drawn(productCategories, (name) => categoryPictures[name]()),
      1,
    ),
    dietCategories: dated(dietCategories, 1),
    plans: dated(plans, 1),
    products: dated(
      drawn(products, (name) => productPictures[name]()).map(({ search, featured = false, ...product }) => ({
        ...product,
        is_featured: featured,
        affiliate_link: affiliateLink(search),
      })),
      600,
    ),
    exercises: dated(
      drawn(demoExercises, exercisePicture).map(
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
      drawn(demoDiets, (name) => dishPictures[name]()).map(
        ({ time, premium = false, inactive, ingredients, steps, gender = 'Unisex', ...diet }) => ({
          ...diet,
          gender,
          calories: calories(diet),
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
      drawn(demoTrainings, coverPicture).map(({ premium = false, inactive, days, ...training }) => ({
        ...training,
        is_premium: premium,
        status: !inactive,
        days: days.map((day) =>
          day === 'rest'
            ? { is_rest_day: true, title: '', description: '', exercises: [] }
            : { is_rest_day: false, ...day },
        ),
      })),
      550,
    ),
    packages: dated(demoPackages, 450),
  };
}
