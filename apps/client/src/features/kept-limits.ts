import type { MyToday } from '@pulso/contract/coaching/courses';
import { lapsedSentence } from '@pulso/contract/coaching/coverage';
import { useAnswer, type Answer } from '#http/answers';
import { serverToday } from '#http/server-clock';

export const TODAY_PATH = 'my/today';

/** True if trainings and diets that were kept may no longer be shown: the plan that they belong to is over. */
export const isWithheld = ({ data, fresh }: Answer<MyToday>) =>
  !fresh && data !== undefined && data.shown_until !== null && data.shown_until <= serverToday();

/** Message in place of a training or a diet that was kept for too long; undefined where it may be shown. */
export function useWithheldReason({ fresh }: Answer<unknown>): string | undefined {
  const today = useAnswer<MyToday>(TODAY_PATH);
  if (fresh || !today.data || !isWithheld(today)) return undefined;
  const { state, end } = today.data.plan;
  return lapsedSentence({ on: state !== 'off', end });
}
