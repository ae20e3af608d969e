import { NO_PRESCRIPTION, type Prescription } from '@pulso/contract/content/sets-line';
import type { TrainingDay } from '@pulso/contract/content/trainings';

type StoredDay = Pick<TrainingDay, 'day_number' | 'training_day_exercises'>;
type SentDay = { day_number: number; exercises: number[]; prescriptions?: Prescription[] };
type StoredPlace = TrainingDay['training_day_exercises'][number];

/** The prescription of an answered place; a server without extras answers none. */
export const prescriptionOf = ({ sets, superset, note }: StoredPlace): Prescription => ({
  sets: sets ?? null,
  superset: superset ?? false,
  note: note ?? '',
});

const listOf = ({ training_day_exercises }: StoredDay) =>
  training_day_exercises.map(({ exercise_id }) => exercise_id).join();

/** The stored day that each sent one stands for; both in order of their number. */
function findPartners(stored: readonly StoredDay[], sent: readonly SentDay[]): Map<SentDay, StoredDay> {
  const candidates = stored.map((day) => ({ day, number: day.day_number, list: listOf(day) }));
  type Candidate = (typeof candidates)[number];
  const unpaired = new Set(candidates);
  const partners = new Map<SentDay, StoredDay>();
  const pair = (fits: (candidate: Candidate, number: number, list: string) => boolean) => {
    for (const day of sent.filter((one) => !partners.has(one))) {
      const list = day.exercises.join();
      const partner = candidates.find((one) => unpaired.has(one) && fits(one, day.day_number, list));
      if (!partner) continue;
      unpaired.delete(partner);
      partners.set(day, partner.day);
    }
  };
  pair((candidate, number, list) => candidate.number === number && candidate.list === list);
  pair((candidate, _number, list) => candidate.list === list);
  pair((candidate, number) => candidate.number === number);
  return partners;
}

/** Each exercise takes what its occurrence of the same rank had; a link stays where the same exercise still follows. */
function keepPlaces(exercises: readonly number[], places: readonly StoredPlace[]): Prescription[] {
  const unused = places.map((place, index) => ({ place, following: places[index + 1]?.exercise_id }));
  return exercises.map((exercise, index) => {
    const at = unused.findIndex(({ place }) => place.exercise_id === exercise);
    const [kept] = at === -1 ? [] : unused.splice(at, 1);
    if (!kept) return NO_PRESCRIPTION;
    const { superset, ...rest } = prescriptionOf(kept.place);
    return { ...rest, superset: superset && kept.following !== undefined && kept.following === exercises[index + 1] };
  });
}

/**
 * What the places of the sent days ask for. A client that knows nothing of prescriptions sends days without them, and keeps
 * those of what stays: of days that were moved, and of exercises that were moved within their day.
 */
export function keepPrescriptions(stored: readonly StoredDay[], sent: readonly SentDay[]): Prescription[][] {
  const partners = findPartners(stored, sent);
  return sent.map(
    (day) => day.prescriptions ?? keepPlaces(day.exercises, partners.get(day)?.training_day_exercises ?? []),
  );
}
