import type { Exercise } from '@pulso/contract/content/exercises';
import { addresses } from '#addresses';
import { isEmptyAnswer, serverMessage } from '#api/client';

export const BACK = { to: addresses.exercises.list, label: 'Volver a la lista de ejercicios' };

/** Message of a failure, with the server's reason. */
export function failureOf(what: string, error: unknown): string {
  return `${what}: ${serverMessage(error, 'Error desconocido')}`;
}

/** An answer that is no list has its own message. */
export function listFailureOf(what: string, error: unknown): string {
  return isEmptyAnswer(error) ? `${what}: Formato de respuesta inválido` : what;
}

export function bodyPartOf({ body_part }: Exercise): string {
  return body_part?.title || 'Sin categoría';
}

export function machineOf({ uses_machine, machine }: Exercise): string {
  return uses_machine ? machine?.title || 'Máquina sin nombre' : 'No usa máquina';
}
