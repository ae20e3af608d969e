import * as z from 'zod/mini';
import type { DateText } from '../kit/dates';

/** How long after a download the next one may be asked for. */
export const OWN_DATA_MINUTES = 60;

/** Works once, within a minute. */
export const ownDataBody = z.object({ url: z.string() });
export type OwnDataBody = z.infer<typeof ownDataBody>;

export const ownDataFileName = (today: DateText): string => `mis_datos_${today}.json`;
export const askedTooSoon = (minutes: number): string =>
  `Ya pediste tus datos hace poco. Intenta de nuevo en ${minutes} min.`;
