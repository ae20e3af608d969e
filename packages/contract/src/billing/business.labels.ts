/** Measures that a business may ask of its clients besides their weight, at most so many of them. */
export const MAX_MEASURES = 5;
export const measureLabels = {
  waist: 'Cintura',
  hips: 'Cadera',
  chest: 'Pecho',
  arm: 'Brazo',
  thigh: 'Muslo',
  calf: 'Pantorrilla',
  neck: 'Cuello',
  body_fat: 'Grasa corporal',
};
export type MeasureKind = keyof typeof measureLabels;
export const measureKinds = Object.keys(measureLabels) as [MeasureKind, ...MeasureKind[]];

/** Choices of what a client sees whose plan has run out. */
export const lapsedSeesLabels = { all: 'Todo', history: 'Solo su historial', nothing: 'Nada' };
export type LapsedSees = keyof typeof lapsedSeesLabels;
export const lapsedChoices = Object.keys(lapsedSeesLabels) as [LapsedSees, ...LapsedSees[]];

export const GRACE_DAYS = { min: 0, max: 60 };
/** Pulso's own colour, of a business that has chosen none. */
export const DEFAULT_ACCENT = '#c23a12';
