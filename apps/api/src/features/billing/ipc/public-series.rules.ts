import { isMonth, monthsBetween, shiftMonth, type MonthText } from '@pulso/contract/kit/months';
import * as z from 'zod/mini';

/** The index by the first day of each month, as the national series have it. */
const indexAnswer = z.object({ data: z.array(z.tuple([z.string(), z.nullable(z.number())])) });
/** The variation in percent by the last day of each month, as the central bank has it. */
const variationAnswer = z.object({
  results: z.array(z.object({ detalle: z.array(z.object({ fecha: z.string(), valor: z.number() })) })),
});

export type FoundValue = { month: MonthText; percent: number };

/** Why an answer cannot be used. */
export type SeriesTrouble = 'empty' | 'nonsense';

/** A step beyond these percents is an error of the series, or another series. */
const STEP = { min: -5, max: 60 };

const toTenths = (percent: number) => Math.round(percent * 10) / 10 + 0;
const monthOfText = (text: string) => (isMonth(text.slice(0, 7)) ? text.slice(0, 7) : undefined);

const readIndex = ({ data }: z.infer<typeof indexAnswer>) => {
  const levels = data
    .flatMap(([day, level]) => (level === null ? [] : [{ month: monthOfText(day), level }]))
    .sort((one, other) => ((one.month ?? '') < (other.month ?? '') ? -1 : 1));
  return levels.slice(1).map(({ month, level }, at) => {
    const before = levels[at]!;
    const follows = before.month !== undefined && shiftMonth(before.month, 1) === month;
    return { month, percent: follows ? toTenths((level / before.level - 1) * 100) : NaN };
  });
};

const readVariation = ({ results }: z.infer<typeof variationAnswer>) =>
  results
    .flatMap(({ detalle }) => detalle)
    .map(({ fecha, valor }) => ({ month: monthOfText(fecha), percent: toTenths(valor) }));

function readAnswer(answer: unknown) {
  const index = indexAnswer.safeParse(answer);
  if (index.success) return { values: readIndex(index.data), isEmpty: index.data.data.length === 0 };
  const variation = variationAnswer.safeParse(answer);
  if (!variation.success) return undefined;
  const values = readVariation(variation.data);
  return { values, isEmpty: values.length === 0 };
}

/** The monthly variations of an answer, the oldest first: months in a row, each step within reason. */
export function readPublicSeries(text: string): FoundValue[] | SeriesTrouble {
  const read = readAnswer(parseJson(text));
  if (!read) return 'nonsense';
  if (read.isEmpty) return 'empty';
  const values = read.values.filter((value): value is FoundValue => value.month !== undefined);
  values.sort((one, other) => (one.month < other.month ? -1 : 1));
  const [first, last] = [values[0], values.at(-1)];
  if (!first || !last || values.length < read.values.length) return 'nonsense';
  const isInRow = monthsBetween(first.month, last.month).join() === values.map(({ month }) => month).join();
  const isReasonable = values.every(({ percent }) => percent >= STEP.min && percent <= STEP.max);
  return isInRow && isReasonable ? values : 'nonsense';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
