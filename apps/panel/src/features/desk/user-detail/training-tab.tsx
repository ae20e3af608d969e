import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { AccessPart } from '#features/coaching/access/access-part';
import { FollowedPart } from '#features/coaching/courses/followed-part';
import { WeeksPart } from '#features/coaching/workouts/weeks-part';

type Props = { user: UserDetail; onSendAccess: () => void };

/** A client's courses and his access to them, part by part. */
export function TrainingTab({ user, onSendAccess }: Props) {
  return (
    <div className="space-y-6">
      <AccessPart userId={user.id} onSend={onSendAccess} />
      <FollowedPart user={user} />
      <WeeksPart userId={user.id} />
    </div>
  );
}
