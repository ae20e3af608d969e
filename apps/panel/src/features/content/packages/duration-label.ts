import { packageDuration, plainDurationLabel } from '@pulso/contract/content/package-duration';
import { MONTHS_ARE_BRACKETED } from '#api/strict-spec';

export const durationLabel = (durationDays: number): string =>
  MONTHS_ARE_BRACKETED ? packageDuration(durationDays).label : plainDurationLabel(durationDays);
