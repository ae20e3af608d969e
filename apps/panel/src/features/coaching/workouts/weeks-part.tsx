import { trainingWeek, type TrainingWeek } from '@pulso/contract/coaching/weeks';
import { addDays, formatDate, formatDayMonth, today } from '@pulso/contract/kit/dates';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';
import { DetailPart } from '#screens/detail-part';

const weeksBody = z.object({ data: z.array(trainingWeek) });

const useTrainingWeeks = (userId: number) => {
  const path = `user/${userId}/training-weeks`;
  return useQuery({
    queryKey: [userListResource.path, String(userId), path],
    queryFn: async ({ signal }) => {
      const body = readRow({ path, row: weeksBody }, assertSuccess(await call('GET', path, { signal })));
      if (!body) throw new CallFailure(200, undefined);
      return body.data;
    },
  });
};

/** '3 de 4', or what was done of a week without a plan. */
const describeWeek = ({ done, planned }: TrainingWeek) => (planned === null ? String(done) : `${done} de ${planned}`);

/** The part 'Semanas' of a client's tab 'Entrenamiento': what he trained, of what he was to. */
export function WeeksPart({ userId }: { userId: number }) {
  const day = today(useNow());
  return (
    <DetailPart
      title="Semanas"
      query={useTrainingWeeks(userId)}
      failure="Error al cargar el entrenamiento del cliente"
      empty={(weeks) => weeks.every(({ done, planned }) => done === 0 && planned === null) && 'Todavía no entrenó.'}
    >
      {(weeks) => (
        <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {weeks.map((week) => (
            <li key={week.from} className="rounded-card border border-line px-3 py-2 text-sm">
              <p className="text-xs text-muted" title={formatDate(week.from)}>
                {formatDayMonth(week.from, day)} al {formatDayMonth(addDays(week.from, 6), day)}
              </p>
              <p className="font-semibold tabular-nums">{describeWeek(week)}</p>
            </li>
          ))}
        </ol>
      )}
    </DetailPart>
  );
}
