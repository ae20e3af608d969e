import { exerciseAt } from '@pulso/contract/coaching/session';
import type { Place } from '@pulso/contract/coaching/workouts';
import { Undo2 } from 'lucide-react';
import { Picture } from '@pulso/web/ui/details/picture';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { titleOf } from '#features/session/place-words';
import type { Session } from '#features/session/use-session';

/** Exercises that may be done in a place instead: what the phone knows of them. */
export function swapsAt({ workout, exerciseOf }: Session, place: Place) {
  const { id } = exerciseAt(workout, place);
  const offered = exerciseOf(place.exercise_id)?.swaps ?? [];
  return offered.flatMap((one) => {
    const exercise = exerciseOf(one);
    return exercise && one !== id && one !== place.exercise_id ? [{ id: one, ...exercise }] : [];
  });
}

export const isSwapped = ({ workout }: Session, place: Place): boolean =>
  exerciseAt(workout, place).id !== place.exercise_id;

type Props = { session: Session; place: Place; open: boolean; onClose: () => void; onSwap: (id?: number) => void };

/** 'Cambiar' */
export function SwapDialog({ session, place, open, onClose, onSwap }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Cambiar">
      <div className="p-5">
        {isSwapped(session, place) && (
          <button
            type="button"
            onClick={() => onSwap()}
            className="flex w-full items-center gap-3 py-2 text-left font-semibold"
          >
            <Undo2 aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 flex-1 wrap-anywhere">Volver a {titleOf(session, place.exercise_id)}</span>
          </button>
        )}
        <ul className="divide-y divide-line">
          {swapsAt(session, place).map(({ id, title, image_url, machine }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onSwap(id)}
                className="flex w-full items-center gap-3 py-2 text-left"
              >
                <Picture src={image_url} size="thumb" className="size-16 shrink-0 rounded-control" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{title}</span>
                  {machine && <span className="block text-sm wrap-anywhere text-muted">{machine}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
