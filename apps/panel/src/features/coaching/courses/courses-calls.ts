import {
  assignmentAnswer,
  assignmentCheck,
  assignmentRow,
  userCourses,
  type Assignment,
  type AssignmentCheckInput,
  type AssignmentInput,
  type Schedule,
} from '@pulso/contract/coaching/courses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { assertSuccess, CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';

const coursesPath = (userId: number) => `user/${userId}/courses`;
const CHECK_PATH = 'assignment/check';

/** Courses that a client follows, will follow and followed. */
export const useCourses = (userId: number) =>
  useQuery({
    queryKey: [userListResource.path, String(userId), 'courses'],
    queryFn: async ({ signal }) => {
      const path = coursesPath(userId);
      const courses = readRow({ path, row: userCourses }, dataOf(await call('GET', path, { signal })));
      if (!courses) throw new CallFailure(200, undefined);
      return courses;
    },
  });

/** Everything that an assignment changes: the clients' courses, and who has none. */
export function useRefreshCourses() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [userListResource.path] });
    void client.invalidateQueries({ queryKey: [CHECK_PATH] });
  };
}

/** Changes that an assignment would make; undefined while they are not known, or nobody is chosen. */
export function useAssignmentCheck(input: AssignmentCheckInput) {
  const isAsked = Boolean(input.training_id ?? input.diet_id) && Boolean(input.query ?? input.user_ids?.length);
  return useQuery({
    queryKey: [CHECK_PATH, input],
    queryFn: async ({ signal }) => {
      const body = await call('POST', CHECK_PATH, { payload: { json: input }, signal });
      return readRow({ path: CHECK_PATH, row: assignmentCheck }, dataOf(body)) ?? null;
    },
    enabled: isAsked,
  });
}

export async function postAssignment(input: AssignmentInput, headers: Record<string, string>) {
  const body = assertSuccess(await call('POST', 'assignment', { payload: { json: input }, headers }));
  const answer = readRow({ path: 'assignment', row: assignmentAnswer }, body.data);
  if (!answer) throw new CallFailure(200, undefined);
  return answer;
}

const readAssignment = (data: unknown): Assignment => {
  const row = readRow({ path: 'assignment', row: assignmentRow }, data);
  if (!row) throw new CallFailure(200, undefined);
  return row;
};

export async function postChange({ id, version }: Assignment, schedule: Schedule, headers: Record<string, string>) {
  const body = await call('POST', `assignment/${id}/change`, {
    payload: { json: schedule },
    headers: { ...headers, 'If-Match': `"${version}"` },
  });
  return readAssignment(assertSuccess(body).data);
}

export const endAssignment = async ({ id }: Assignment) =>
  readAssignment(assertSuccess(await call('DELETE', `assignment/${id}`)).data);
