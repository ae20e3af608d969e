import type { LogState } from '#device/use-log';

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

type Unsent = Pick<LogState, 'unsentWorkouts' | 'unsentMeasures'>;

/** '1 entrenamiento', '2 entrenamientos y 1 medida'; empty where all of it is on the server. */
export function unsentWords({ unsentWorkouts, unsentMeasures }: Unsent): string {
  const parts = [
    ...(unsentWorkouts > 0 ? [counted(unsentWorkouts, 'entrenamiento', 'entrenamientos')] : []),
    ...(unsentMeasures > 0 ? [counted(unsentMeasures, 'medida', 'medidas')] : []),
  ];
  return parts.join(' y ');
}

export const NO_STORAGE = 'Este teléfono no deja guardar: anota con conexión.';
export const SESSION_OVER = 'Tu sesión terminó. Vuelve a entrar: lo que anotaste está guardado.';

/** Lines about what was noted on this phone; none while all of it is on the server. */
export function logLines(log: LogState, isOnline: boolean): string[] {
  if (log.storage === 'refused') return [NO_STORAGE];
  const unsent = unsentWords(log);
  if (!unsent) return [];
  const refused = [...log.workouts, ...log.measures].some((kept) => kept.unsent && kept.refused);
  return [
    ...(isOnline ? [] : ['Sin conexión: se guarda en este teléfono.']),
    `Sin enviar: ${unsent}`,
    ...(refused ? ['No se pudo enviar'] : []),
  ];
}
