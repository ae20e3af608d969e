import type { UserQuestion } from '@pulso/contract/accounts/users.questions';

/** What a question asks of the clients' trainings, in words. */
export const trainingWords = ({ training, idle, note }: UserQuestion): string[] =>
  [
    training && 'Sin entrenamiento',
    idle && (Number(idle) === 1 ? 'Sin entrenar hace 1 día' : `Sin entrenar hace ${idle} días`),
    note && 'Con nota sin responder',
  ].filter((words) => typeof words === 'string');
