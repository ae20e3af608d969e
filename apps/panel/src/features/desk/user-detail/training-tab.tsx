import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { serverOffers } from '#api/session';
import { AccessPart } from '#features/coaching/access/access-part';
import { FollowedPart } from '#features/coaching/courses/followed-part';
import { MeasuresPart } from '#features/coaching/measures/measures-part';
import { NotesPart } from '#features/coaching/workouts/notes-part';
import { SessionsPart, TRAINING_FAILURE } from '#features/coaching/workouts/sessions-part';
import { WeeksPart } from '#features/coaching/workouts/weeks-part';
import { FailureOnce } from '#screens/failure-once';

type Props = { user: UserDetail; onSendAccess: () => void };

/** A client's courses and his access to them, part by part. */
export function TrainingTab({ user, onSendAccess }: Props) {
  return (
    <div className="space-y-6">
      <AccessPart userId={user.id} onSend={onSendAccess} />
      <FailureOnce message={TRAINING_FAILURE}>
        <FollowedPart user={user} />
        <WeeksPart userId={user.id} />
        {serverOffers('workouts') && (
          <>
            <SessionsPart userId={user.id} />
            <NotesPart user={user} />
            <MeasuresPart userId={user.id} />
          </>
        )}
      </FailureOnce>
    </div>
  );
}
