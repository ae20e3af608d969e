import type { Exercise } from '@pulso/contract/content/exercises';
import { addresses } from '#addresses';
import { isEmptyAnswer, serverMessage } from '#api/client';

export const BACK = { to: addresses.exercises.list, label: 'Volver a la lista de ejercicios' };

/** What failed, and why in the server's words where it had any. */
export function failureOf(what: string, error: unknown): string {
  return `${what}: ${serverMessage(error, 'Error desconocido')}`;
}

/** A list that came in another shape than a list has its own words. */
export function listFailureOf(what: string, error: unknown): string {
  return isEmptyAnswer(error) ? `${what}: Formato de respuesta inválido` : what;
}

export function bodyPartOf({ body_part }: Exercise): string {
  return body_part?.title || 'Sin categoría';
}

export function machineOf({ uses_machine, machine }: Exercise): string {
  return uses_machine ? machine?.title || 'Máquina sin nombre' : 'No usa máquina';
}
