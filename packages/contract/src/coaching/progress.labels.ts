/** How many exercises one answer has. */
export const EXERCISES_SHOWN = 50;
