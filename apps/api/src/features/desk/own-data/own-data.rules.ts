import type { Debt } from '@pulso/contract/billing/debts';
import type { LedgerRow } from '@pulso/contract/billing/ledger';
import {
  claimLabel,
  conceptOf,
  ledgerKindLabel,
  ledgerStatusLabel,
  paymentMethodLabel,
  paymentTypeLabel,
} from '@pulso/contract/billing/payments.labels';
import type { Period } from '@pulso/contract/billing/subscriptions';
import { historyStatusLabel } from '@pulso/contract/billing/subscriptions.labels';
import type { MeasureCell } from '@pulso/contract/coaching/measures';
import { bodyLabels, limitsOf } from '@pulso/contract/coaching/measures.labels';
import { summaryOf } from '@pulso/contract/coaching/merge';
import type { Place, SetCell, SkipCell, SwapCell, TargetSet, Workout } from '@pulso/contract/coaching/workouts';
import { effortLabels, skipReasonLabels, type Effort } from '@pulso/contract/coaching/workouts.labels';

/* What is stored of a person, in words that he reads: without what administrators noted. */

export const describePeriod = (period: Period) => ({
  tipo: period.kind === 'pause' ? 'Pausa' : 'Plan',
  plan: period.subscription.title,
  desde: period.start_date,
  hasta: period.end_date,
  terminado_antes: period.closed_on,
  estado: historyStatusLabel(period.status),
  precio: period.price,
  pagado: period.paid,
  registrado: period.created_at,
});

export const describePayment = (row: LedgerRow) => ({
  numero: row.id,
  que_es: ledgerKindLabel(row.kind, row.is_part),
  fecha: row.day,
  concepto: conceptOf(row),
  monto: row.amount,
  metodo: paymentMethodLabel(row.payment_method),
  estado: ledgerStatusLabel(row),
  numero_de_operacion: row.transaction_id,
  devuelto: row.refunded,
  registrado: row.created_at,
  ...(row.claim && {
    aviso: {
      para_que: claimLabel(row.claim),
      dia_avisado: row.claimed_on,
      con_comprobante: row.has_receipt,
      motivo: row.status === 'failed' ? row.reason : null,
    },
  }),
});

const OUTCOMES = { pagada: 'Pagada', condonada: 'Condonada', anulada: 'Anulada' };

export const describeDebt = (debt: Debt) => ({
  tipo: paymentTypeLabel(debt.type),
  concepto: debt.concept,
  monto: debt.amount,
  pagado: debt.paid,
  debe: debt.owed,
  vence: debt.due_on,
  registrada: debt.created_at,
  cerrada: debt.closed_on,
  como_se_cerro: debt.closed_as && OUTCOMES[debt.closed_as],
});

const SET_STATES = { todo: 'Sin hacer', done: 'Hecha', gone: 'Quitada' };

const describeTarget = ({ reps, reps_max, seconds, weight, rest }: TargetSet) => ({
  repeticiones: reps,
  hasta_repeticiones: reps_max,
  segundos: seconds,
  peso_kg: weight,
  descanso_segundos: rest,
});

/** Every exercise that a session names, whose titles the document itself need not have. */
export function exercisesOf({ places, cells }: Workout): number[] {
  const named = Object.values(cells).flatMap((cell) =>
    'exercise_id' in cell && cell.exercise_id !== null ? [cell.exercise_id] : [],
  );
  return [...places.map(({ exercise_id }) => exercise_id), ...named];
}

export const describeMeasure = ({ kind, day, value }: Pick<MeasureCell, 'kind' | 'day' | 'value'>) => ({
  fecha: day,
  medida: bodyLabels[kind],
  valor: value,
  unidad: limitsOf(kind).unit,
});

/** A session whole: as it was shown, and what was done of it. */
export function describeWorkout(workout: Workout, titleOf: (exercise: number) => string) {
  const { effort, ended_at, gone, note, done, planned } = summaryOf(workout);
  const describePlace = ({ key, exercise_id, title, targets, superset, note: asked }: Place) => {
    const swap = workout.cells[`x:${key}`] as SwapCell | undefined;
    const skip = workout.cells[`k:${key}`] as SkipCell | undefined;
    const sets = Object.entries(workout.cells).flatMap(([name, cell]) =>
      name.startsWith(`s:${key}.`) ? [{ number: Number(name.split('.')[1]), ...(cell as SetCell) }] : [],
    );
    return {
      ejercicio: title ?? titleOf(exercise_id),
      nota: asked,
      con_el_siguiente: superset,
      pedido: targets.map(describeTarget),
      cambiado_por: swap?.exercise_id ? (swap.title ?? titleOf(swap.exercise_id)) : null,
      saltado: skip?.reason ? { motivo: skipReasonLabels[skip.reason], texto: skip.text } : null,
      series: sets
        .toSorted((one, other) => one.number - other.number)
        .map(({ number, state, exercise_id: did, reps, seconds, weight, at }) => ({
          serie: number,
          estado: SET_STATES[state],
          ejercicio: titleOf(did),
          repeticiones: reps,
          segundos: seconds,
          peso_kg: weight,
          momento: at,
        })),
    };
  };
  return {
    fecha: workout.day,
    entrenamiento: workout.title,
    dia: workout.day_number,
    vez: workout.turn,
    empezado: workout.started_at,
    terminado: ended_at,
    borrado: gone,
    esfuerzo: effort === null ? null : effortLabels[effort as Effort],
    nota: note,
    series_hechas: done,
    series_pedidas: planned,
    ejercicios: workout.places.map(describePlace),
  };
}
