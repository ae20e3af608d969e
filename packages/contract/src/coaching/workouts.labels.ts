/** Newest shape of a session's document that this version writes and reads. */
export const SCHEMA = 1;
export const MAX_PLACES = 100;
export const MAX_WORKOUT_BYTES = 256 * 1024;
export const MAX_SETS = 50;
export const NOTE_LENGTH = 500;
export const REASON_LENGTH = 200;

export const placeKey = (position: number, exerciseId: number): string => `${position}-${exerciseId}`;

/** Why an exercise was left out. */
export const skipReasonLabels = {
  machine: 'Sin máquina',
  pain: 'Molestia o dolor',
  time: 'Sin tiempo',
  other: 'Otro',
} as const;
export type SkipReason = keyof typeof skipReasonLabels;

/** How a session was. */
export const effortLabels = { 1: 'Fácil', 2: 'Justo', 3: 'Duro' } as const;
export type Effort = keyof typeof effortLabels;
