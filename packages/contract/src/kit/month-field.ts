import * as z from 'zod/mini';
import { isMonth } from './months';

export const INVALID_MONTH = 'El mes no es válido';
export const month = z
  .string({ error: INVALID_MONTH })
  .check(
    z.maxLength(7, INVALID_MONTH),
    z.refine(isMonth, INVALID_MONTH),
    z.meta({ pattern: String.raw`^(19|20|21)\d{2}-(0[1-9]|1[0-2])$`, description: 'Un mes, como 2026-11' }),
  );
