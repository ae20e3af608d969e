import type { MyMeasures } from '@pulso/contract/coaching/measures';
import type { BodyKind } from '@pulso/contract/coaching/measures.labels';
import type { DateText } from '@pulso/contract/kit/dates';
import { useAnswer } from '#http/answers';
import { openLog, useLog } from '#device/use-log';

export const MEASURES_PATH = 'my/measures';
export const NOT_SAVED = 'Error al guardar la medida. Por favor intenta de nuevo.';

/** What the server told of the measures, and what was noted on this phone. */
export function useMeasures() {
  const answer = useAnswer<MyMeasures>(MEASURES_PATH);
  return { answer, own: useLog()?.measures ?? [] };
}

/** Notes a value; null erases it. A value that the server told of that day is corrected. */
export async function noteMeasure({ values }: MyMeasures, kind: BodyKind, day: DateText, value: number | null) {
  const log = await openLog();
  const told = values[kind]?.find((one) => one.day === day);
  if (told) await log.keepMeasures([{ kind, ...told }]);
  await log.noteMeasure(kind, day, value);
}
