import { readCourseKey } from '@pulso/contract/coaching/next-turn';
import { trainings } from '@pulso/contract/content/trainings';
import { displayName } from '@pulso/contract/kit/labels';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { assertSuccess, dataOf, isObject } from '@pulso/web/answers';
import { usePlace } from '@pulso/web/navigation/navigation';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { call, type Payload } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { userListResource } from '#features/accounts/users/users-calls';
import { coursesAddress } from '#features/coaching/courses/course-addresses';
import { TrainingFormScreen } from '#features/content/trainings/training-form-screen';

/** The client's name; blank until it is known. */
function useClientName(userId: number): string {
  const { data } = useQuery({
    queryKey: [userListResource.path, String(userId), 'name'],
    queryFn: async ({ signal }) => {
      const user = dataOf(await call('GET', `user/${userId}`, { signal }));
      return isObject(user) && typeof user.name === 'string' ? user.name : '';
    },
  });
  return data ? displayName(data) : '';
}

/** The form of a training that a client follows; saving makes a copy that is his alone. */
export function PersonalTrainingScreen({ userId, course }: { userId: number; course: string }) {
  const { pathname, search } = usePlace();
  const name = useClientName(userId);
  const client = useQueryClient();
  const keyFor = useIdempotencyKey();
  const key = readCourseKey(course);
  const assignment = key && 'assignment' in key ? key.assignment : undefined;
  const path = assignment === undefined ? `user/${userId}/personal` : `assignment/${assignment}/personal`;
  const title = `Solo para ${name || '…'}`;
  const sendTo = async (payload: Payload) => {
    assertSuccess(await call('POST', path, { payload, headers: keyFor({ path }) }));
    await client.invalidateQueries({ queryKey: [trainings.path] });
    void client.invalidateQueries({ queryKey: [userListResource.path] });
    showToast({ title: `Guardado solo para ${name}`, tone: 'good' });
  };
  return (
    <TrainingFormScreen
      variant={{
        words: {
          back: {
            to: coursesAddress(userId),
            label: name ? `Volver a ${name}` : 'Volver al cliente',
          },
          create: { title, submit: 'Guardar' },
          edit: { title, submit: 'Guardar' },
          load: () => 'Error al cargar los datos del entrenamiento',
          save: () => 'Error al guardar el entrenamiento',
        },
        // The training's own form stands at the same address.
        draft: pathname + search,
        more: assignment === undefined ? { course } : undefined,
        sendTo,
      }}
    />
  );
}
