import { describe, expect, it } from 'vitest';
import type { LogState } from '#device/use-log';
import { logLines, unsentWords } from '#features/log-words';

const log = (values: Partial<LogState> = {}): LogState => ({
  ...{ workouts: [], measures: [], storage: 'kept', unsentWorkouts: 0, unsentMeasures: 0, isOver: false },
  ...values,
});

describe('the words about what waits on the phone', () => {
  it('count what was not sent', () => {
    expect(unsentWords(log({ unsentWorkouts: 1 }))).toBe('1 entrenamiento');
    expect(unsentWords(log({ unsentWorkouts: 2, unsentMeasures: 1 }))).toBe('2 entrenamientos y 1 medida');
  });

  it('are silent once all of it is sent, with signal or without', () => {
    expect([true, false].map((online) => logLines(log(), online))).toEqual([[], []]);
  });

  it('say that it is kept without signal, and SYN-13 that nothing is where storage is refused', () => {
    expect(logLines(log({ unsentWorkouts: 1 }), true)).toEqual(['Sin enviar: 1 entrenamiento']);
    expect(logLines(log({ unsentWorkouts: 1 }), false)).toEqual([
      'Sin conexión: se guarda en este teléfono.',
      'Sin enviar: 1 entrenamiento',
    ]);
    expect(logLines(log({ storage: 'refused' }), true)).toEqual(['Este teléfono no deja guardar: anota con conexión.']);
  });
});
