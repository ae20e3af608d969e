import type { Exercise } from '@pulso/contract/content/exercises';
import { isEmptyAnswer, serverMessage } from '@pulso/web/answers';
import { addresses } from '#addresses';

export const BACK_LINK = { to: addresses.exercises.list, label: 'Volver a la lista de ejercicios' };

/** Message of a failure, with the server's reason. */
export function failureMessage(what: string, error: unknown): string {
  return `${what}: ${serverMessage(error, 'Error desconocido')}`;
}

/** An answer that is no list has its own message. */
export function listFailureMessage(what: string, error: unknown): string {
  return isEmptyAnswer(error) ? `${what}: Formato de respuesta inválido` : what;
}

export function bodyPartName({ body_part }: Exercise): string {
  return body_part?.title || 'Sin categoría';
}

export function machineName({ uses_machine, machine }: Exercise): string {
  return uses_machine ? machine?.title || 'Máquina sin nombre' : 'No usa máquina';
}
