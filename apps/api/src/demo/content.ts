import { addDays, addMonths, daysBetween, type DateText } from '@pulso/contract/kit/dates';
import {
  bodyParts,
  dietCategories,
  levels,
  machines,
  productCategories,
  trainingTypes,
} from '#features/content/library/catalogues.data';
import { dietRows, exerciseRows, trainingRows } from '#features/content/library/library';
import { demoPackages } from '#demo/packages.data';
import { MONTHS_OPEN } from '#demo/people';
import { plans } from '#demo/plans.data';
import { affiliateLink, products } from '#demo/products.data';
import { seededRandom } from '#demo/random';

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
    exercises: dated(exerciseRows, 400),
    diets: dated(dietRows, 500),
    trainings: dated(trainingRows, 550),
    packages: dated(demoPackages, 450),
  };
}
