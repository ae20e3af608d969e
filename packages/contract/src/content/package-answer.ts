import { withBothPrices } from '../catalogue/plans';
import type { Answer } from '../kit/resource';

const isAnswer = (value: unknown): value is Answer => typeof value === 'object' && value !== null;

/** Servers answer links to items or the items themselves; all become links. */
function toLinks(list: unknown, noun: 'training' | 'diet'): unknown {
  if (!Array.isArray(list)) return list;
  return list.filter(isAnswer).map((item) => {
    const isLink = noun in item || `${noun}_id` in item;
    const thing = isLink ? item[noun] : item;
    return { [`${noun}_id`]: item[`${noun}_id`] ?? (isAnswer(thing) ? thing.id : undefined), [noun]: thing };
  });
}

/** A diet without a description gets that of its type. */
function withDescription(link: Answer): Answer {
  const { diet } = link;
  if (!isAnswer(diet)) return link;
  const type = isAnswer(diet.type_diet) ? diet.type_diet : {};
  return { ...link, diet: { ...diet, description: diet.description ?? type.description } };
}

/** The specification has two names for a package's title, price and both lists. */
export function packageAnswer(answer: Answer): Answer {
  const { title, name, package_trainings, trainings, package_diets, diets } = answer;
  const dietLinks = toLinks(package_diets ?? diets, 'diet');
  return {
    ...withBothPrices(answer),
    title: title || name,
    package_trainings: toLinks(package_trainings ?? trainings, 'training'),
    package_diets: Array.isArray(dietLinks) ? (dietLinks as Answer[]).map(withDescription) : dietLinks,
  };
}
