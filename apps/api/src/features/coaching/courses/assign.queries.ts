import {
  MAX_ASSIGNED_AT_ONCE,
  MAX_FOLLOWED,
  scheduleProblems,
  WRONG_FIRST_DAY,
  type Assignment,
  type AssignmentAnswer,
  type AssignmentCheck,
  type AssignmentCheckInput,
  type AssignmentInput,
  type CourseKind,
  type Schedule,
  type SkipWhy,
} from '@pulso/contract/coaching/courses';
import { readCourseKey, trainingDaysOf, type CourseDay } from '@pulso/contract/coaching/next-turn';
import type { Training, TrainingPatch } from '@pulso/contract/content/trainings';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { changesOf, recordEvent, recordEvents } from '#db/writes/events';
import { Refusal, staleValue, staleVersion } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { listUserIds } from '#features/accounts/users/user-list.queries';
import { lockUser } from '#features/accounts/users/users.queries';
import {
  assignedCourses,
  assignmentFields,
  coursesOfUser,
  isActivePackage,
  isFollowed,
  nextOf,
  readCourses,
  type Clock,
  type FollowedTraining,
} from '#features/coaching/courses/followed.queries';
import { createPersonalCopy, removePersonalCopies, trainingStore } from '#features/content/trainings/trainings.queries';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const ALREADY_FOLLOWED = 'Ya lo sigue en esas fechas.';

type Thing = { kind: CourseKind; id: number; title: string; days: CourseDay[] };

/** Locks the training or diet to assign against deletion. Undefined if there is none, or it is one client's own copy. */
async function lockThing(db: Db, { training_id, diet_id }: AssignmentCheckInput): Promise<Thing | undefined> {
  if (diet_id) {
    const { rows } = await sql<{ title: string; status: boolean }>`
      select title, status from diets where id = ${diet_id} for key share`.execute(db);
    if (!rows[0]) return undefined;
    if (!rows[0].status) throw new Refusal('La dieta está inactiva. Actívala antes de asignarla.');
    return { kind: 'diet', id: diet_id, title: rows[0].title, days: [] };
  }
  const id = training_id ?? 0;
  const { rows } = await sql<{ title: string; status: boolean }>`
    select title, status from trainings where id = ${id} and owner_id is null for key share`.execute(db);
  if (!rows[0]) return undefined;
  if (!rows[0].status) throw new Refusal('El entrenamiento está inactivo. Actívalo antes de asignarlo.');
  const days = await readTrainingDays(db, id);
  if (trainingDaysOf(days).length === 0) throw new Refusal('Este entrenamiento solo tiene días de descanso.');
  return { kind: 'training', id, title: rows[0].title, days };
}

async function readTrainingDays(db: Db, trainingId: number): Promise<CourseDay[]> {
  const { rows } = await sql<CourseDay>`
    select day_number, is_rest_day from training_days where training_id = ${trainingId} order by day_number`.execute(
    db,
  );
  return rows;
}

/** The clients whom a request names, or the list that it describes. */
async function findClients(read: Read, input: AssignmentCheckInput): Promise<number[]> {
  if (!input.query) return input.user_ids ?? [];
  const ids = await listUserIds(read, input.query, { most: MAX_ASSIGNED_AT_ONCE });
  if (ids.length > MAX_ASSIGNED_AT_ONCE)
    throw new Refusal({ user_ids: `Elige hasta ${MAX_ASSIGNED_AT_ONCE} clientes por vez` });
  return ids;
}

type Candidate = { id: number; name: string; why: SkipWhy | null };
type Range = { starts_on: DateText; ends_on: DateText | null };

const overlaps = ({ starts_on, ends_on }: Range) => sql<boolean>`
  daterange(a.starts_on, a.ends_on) && daterange(${starts_on}::date, ${ends_on}::date)`;

/** The people, locked by id, each with the reason why the thing is not for him. */
async function lockCandidates(
  { db, actor }: Write,
  ids: number[],
  { kind, id, starts_on, ends_on, replace }: Range & Pick<Thing, 'kind' | 'id'> & { replace: boolean },
): Promise<Candidate[]> {
  await sql`select 1 from users where id = any(${ids}::int[]) order by id for no key update`.execute(db);
  const same = kind === 'diet' ? sql`a.diet_id = ${id}` : sql`(a.training_id = ${id} or own.copy_of = ${id})`;
  const others = sql`
    select from assignments a left join trainings own on own.id = a.training_id
    where a.user_id = u.id and a.kind = ${kind} and ${isFollowed(actor.today)} and ${overlaps({ starts_on, ends_on })}`;
  const isFull = sql`(select count(*) from (${others}) followed) >= ${MAX_FOLLOWED[kind]}`;
  const { rows } = await sql<Candidate>`
    select u.id, u.name, case
      when u.role <> 'CLIENT' then 'role'
      when not u.status then 'inactive'
      when exists (${others} and ${same}) then 'follows'
      when ${replace && kind === 'training' ? sql`false` : isFull} then 'full' end as why
    from users u where u.id = any(${ids}::int[]) and ${visibleUsers(actor)} order by u.id`.execute(db);
  return rows;
}

type NewSchedule = Range & { mode: Assignment['mode']; weekdays: number[]; first_day: number | null };

/** A schedule as it is stored: what its kind and mode do not use is not kept. */
function scheduleOf(
  kind: CourseKind,
  { starts_on, ends_on = null, mode, weekdays, first_day = null }: Schedule,
): NewSchedule {
  if (kind === 'diet')
    return { starts_on, ends_on, mode: 'weekdays', weekdays: weekdays ?? EVERY_DAY, first_day: null };
  const isWeekly = mode === 'weekdays';
  return {
    starts_on,
    ends_on,
    mode: isWeekly ? 'weekdays' : 'sequence',
    weekdays: isWeekly ? (weekdays ?? []) : [],
    first_day,
  };
}

function checkSchedule(
  kind: CourseKind,
  schedule: Schedule,
  days: readonly CourseDay[],
  today: DateText,
  startBefore?: DateText,
): void {
  const problems = scheduleProblems(schedule, today, { isDiet: kind === 'diet', startBefore }) ?? {};
  const { first_day } = schedule;
  const fits = first_day === null || first_day === undefined || kind === 'diet';
  if (!fits && !trainingDaysOf(days).some(({ day_number }) => day_number === first_day))
    problems.first_day = WRONG_FIRST_DAY;
  if (Object.keys(problems).length > 0) throw new Refusal(problems);
}

async function insertAssignments(
  { db, actor }: Write,
  userIds: number[],
  { kind, id, title }: Pick<Thing, 'kind' | 'id' | 'title'>,
  { starts_on, ends_on, mode, weekdays, first_day }: NewSchedule,
  followsId: number | null = null,
): Promise<Assignment[]> {
  const { rows } = await sql<{ row: Assignment }>`
    with a as (
      insert into assignments (user_id, kind, training_id, diet_id, title, starts_on, ends_on, mode, weekdays, first_day,
        follows_id, created_by)
      select client, ${kind}, ${kind === 'training' ? id : null}::int, ${kind === 'diet' ? id : null}::int, ${title},
        ${starts_on}::date, ${ends_on}::date, ${mode}, ${weekdays}::smallint[], ${first_day}::int, ${followsId}::int, ${actor.id}
      from unnest(${userIds}::int[]) client
      returning *
    )
    select row_to_json(r) as row from (select ${assignmentFields} from a order by a.user_id) r`.execute(db);
  return rows.map(({ row }) => row);
}

const eventOf = ({ id, user_id, kind, title, starts_on }: Assignment, action: string) => ({
  entity: 'assignment',
  entityId: id,
  userId: user_id,
  action,
  data: { kind, title, starts_on },
});

/** Has clients follow a training or a diet, all in one act; undefined if it or one of the people does not exist. */
export async function assign(write: Write, input: AssignmentInput): Promise<AssignmentAnswer | undefined> {
  const { db, actor } = write;
  const ids = await findClients(write, input);
  if (input.query && ids.length !== input.count)
    throw staleValue(`Ahora son ${ids.length} clientes, no ${input.count}. Revisa y confirma otra vez.`);
  const schedule = scheduleOf(input.diet_id ? 'diet' : 'training', input);
  const range = { starts_on: schedule.starts_on, ends_on: schedule.ends_on };
  const problems = scheduleProblems(input, actor.today, { isDiet: Boolean(input.diet_id) });
  if (problems) throw new Refusal(problems);
  const kind: CourseKind = input.diet_id ? 'diet' : 'training';
  const replace = input.replace === true && kind === 'training';
  const target = { kind, id: input.diet_id ?? input.training_id ?? 0, ...range, replace };
  const candidates = await lockCandidates(write, ids, target);
  const thing = await lockThing(db, input);
  if (!thing || candidates.length < ids.length) return undefined;
  checkSchedule(kind, input, thing.days, actor.today);
  const chosen = candidates.filter(({ why }) => why === null).map(({ id }) => id);
  if (replace) await endOthers(write, chosen, thing.id, schedule.starts_on);
  const made = await insertAssignments(write, chosen, thing, schedule).catch(refuseOverlap);
  await recordEvents(
    write,
    made.map((assignment) => eventOf(assignment, 'assign')),
  );
  const skipped = candidates.flatMap(({ id, name, why }) => (why === null ? [] : [{ user_id: id, name, why }]));
  return { made, skipped };
}

/** Ends the trainings that were assigned to these clients by a day; what would begin later never does. */
async function endOthers(write: Write, userIds: number[], trainingId: number, on: DateText): Promise<void> {
  const { rows } = await sql<{ row: Assignment }>`
    with a as (
      update assignments a set ends_on = greatest(a.starts_on, ${on}::date)
      where a.user_id = any(${userIds}::int[]) and a.kind = 'training' and a.training_id is distinct from ${trainingId}
        and ${isFollowed(write.actor.today)} and (a.ends_on is null or a.ends_on > ${on}::date)
      returning a.*
    )
    select row_to_json(r) as row from (select ${assignmentFields} from a) r`.execute(write.db);
  await recordEvents(
    write,
    rows.map(({ row }) => eventOf(row, 'end')),
  );
}

const EXCLUSION_VIOLATION = '23P01';
function refuseOverlap(error: unknown): never {
  throw (error as { code?: string }).code === EXCLUSION_VIOLATION ? new Refusal(ALREADY_FOLLOWED) : error;
}

/** Numbers for the dialog before it assigns: clients in all, those who follow it by a package, those who would stop following another. */
export async function checkAssignment(read: Read, input: AssignmentCheckInput): Promise<AssignmentCheck> {
  const { db, actor } = read;
  const ids = await findClients(read, input);
  const packaged = (table: RawBuilder<unknown>, column: RawBuilder<unknown>, id: number) => sql`
    exists (select from user_packages k join ${table} link on link.package_id = k.package_id
            where k.user_id = u.id and ${isActivePackage(actor.today)} and ${column} = ${id})`;
  const byPackage = input.diet_id
    ? packaged(sql`package_diets`, sql`link.diet_id`, input.diet_id)
    : packaged(sql`package_trainings`, sql`link.training_id`, input.training_id ?? 0);
  const replaced = input.diet_id
    ? sql`false`
    : sql`exists (select from assignments a left join trainings own on own.id = a.training_id
        where a.user_id = u.id and a.kind = 'training' and ${isFollowed(actor.today)}
          and a.training_id is distinct from ${input.training_id ?? null}::int
          and own.copy_of is distinct from ${input.training_id ?? 0}::int)`;
  const { rows } = await sql<AssignmentCheck>`
    select count(*)::int as count, count(*) filter (where ${byPackage})::int as by_package,
      count(*) filter (where ${replaced})::int as replaced
    from users u where u.id = any(${ids}::int[]) and ${visibleUsers(actor)}`.execute(db);
  return rows[0]!;
}

async function findAssignment(db: Db, id: number): Promise<Assignment | undefined> {
  const { rows } = await sql<{ row: Assignment }>`
    select row_to_json(r) as row from (select ${assignmentFields} from assignments a where a.id = ${id}) r`.execute(db);
  return rows[0]?.row;
}

/** An assignment whose client is locked; undefined if one of the two does not exist. */
async function lockAssignment(write: Write, id: number): Promise<Assignment | undefined> {
  const found = await findAssignment(write.db, id);
  if (!found || !(await lockUser(write, found.user_id))) return undefined;
  return findAssignment(write.db, id);
}

const isOver = ({ starts_on, ends_on }: Assignment, today: DateText) =>
  ends_on !== null && (ends_on <= today || ends_on <= starts_on);

function refuseEnded(assignment: Assignment, today: DateText): void {
  if (isOver(assignment, today)) throw new Refusal('Esta asignación ya terminó.');
}

const courseOfAssignment = async (db: Db, id: number, clock: Clock): Promise<FollowedTraining | undefined> =>
  (await readCourses(db, assignedCourses(sql`a.id = ${id}`), clock))[0];

async function hasBegun(db: Db, { id, user_id }: Assignment): Promise<boolean> {
  const { rows } = await sql`
    select from workouts where user_id = ${user_id} and course = ${`a${id}`} and not gone and (done > 0 or ended_at is not null)
    limit 1`.execute(db);
  return rows.length > 0;
}

async function updateAssignment(
  { db }: Write,
  id: number,
  { starts_on, ends_on, mode, weekdays, first_day }: NewSchedule,
): Promise<Assignment> {
  await sql`
    update assignments set starts_on = ${starts_on}::date, ends_on = ${ends_on}::date, mode = ${mode},
      weekdays = ${weekdays}::smallint[], first_day = ${first_day}::int
    where id = ${id}`
    .execute(db)
    .catch(refuseOverlap);
  return (await findAssignment(db, id))!;
}

/**
 * Changes how an assignment goes on. What has begun is not edited: it ends today, and another goes on with the day that was next;
 * its last day may always be changed. Undefined if there is no such assignment.
 */
export async function changeAssignment(
  write: Write,
  id: number,
  input: Schedule,
  now: Date,
  version?: number,
): Promise<Assignment | undefined> {
  const { db, actor } = write;
  const before = await lockAssignment(write, id);
  if (!before) return undefined;
  if (version !== undefined && version !== before.version) throw staleVersion();
  refuseEnded(before, actor.today);
  const { kind } = before;
  const schedule = scheduleOf(kind, input);
  const days = before.training_id === null ? [] : await readTrainingDays(db, before.training_id);
  checkSchedule(
    kind,
    { ...input, ...(kind === 'training' && { mode: schedule.mode }) },
    days,
    actor.today,
    before.starts_on,
  );
  const isOther = (['mode', 'starts_on', 'first_day'] as const).some((name) => before[name] !== schedule[name]);
  const isOtherWeek = before.weekdays.join() !== schedule.weekdays.join();
  if (kind === 'diet' || !(isOther || isOtherWeek) || !(await hasBegun(db, before))) {
    const changed = await updateAssignment(write, id, schedule);
    const changes = changesOf(before, { starts_on: changed.starts_on, ends_on: changed.ends_on, mode: changed.mode });
    await recordEvent(write, { ...eventOf(changed, 'change'), changes });
    return changed;
  }
  const course = await courseOfAssignment(db, id, { today: actor.today, now });
  const next = course && nextOf(course, actor.today);
  const starts_on = schedule.starts_on === before.starts_on ? actor.today : schedule.starts_on;
  checkSchedule(kind, { ...input, starts_on, mode: schedule.mode }, days, actor.today);
  await endAt(write, before);
  const first_day = schedule.first_day === before.first_day ? (next?.day_number ?? null) : schedule.first_day;
  const thing = { kind, id: before.training_id ?? 0, title: before.title };
  const following = { ...schedule, starts_on, first_day };
  const [made] = await insertAssignments(write, [before.user_id], thing, following, id).catch(refuseOverlap);
  await recordEvent(write, eventOf(made!, 'change'));
  return made;
}

/** Ends an assignment today, or before it began. */
async function endAt({ db, actor }: Write, { id }: Assignment): Promise<void> {
  await sql`
    update assignments set ends_on = greatest(starts_on, ${actor.today}::date)
    where id = ${id} and (ends_on is null or ends_on > greatest(starts_on, ${actor.today}::date))`.execute(db);
}

/** Undefined if there is no such assignment; one that has ended stays as it is. */
export async function endAssignment(write: Write, id: number): Promise<Assignment | undefined> {
  const before = await lockAssignment(write, id);
  if (!before) return undefined;
  if (isOver(before, write.actor.today)) return before;
  await endAt(write, before);
  const ended = (await findAssignment(write.db, id))!;
  await recordEvent(write, eventOf(ended, 'end'));
  return ended;
}

/** A client's own copy of a training, with the picture that was sent or one like the old one. */
type CopyChange = TrainingPatch & { cover_image?: string };
type CopyImage = (url: string | null) => Promise<string | null>;
export type Personal = { assignment: Assignment; training: Training };

/** Makes a copy that is this client's alone, and has his assignment point to it. Undefined if it is not followed. */
export async function makePersonal(
  write: Write,
  id: number,
  { cover_image, ...change }: CopyChange,
  copyImage: CopyImage,
): Promise<Personal | undefined> {
  const { db, actor } = write;
  const assignment = await lockAssignment(write, id);
  if (!assignment || assignment.training_id === null || isOver(assignment, actor.today)) return undefined;
  await sql`select 1 from trainings where id = ${assignment.training_id} for no key update`.execute(db);
  const original = await trainingStore.find(db, assignment.training_id);
  if (!original) return undefined;
  if (original.owner) throw new Refusal('Ya tiene su copia. Edítala.');
  const picture = cover_image ?? (await copyImage(original.cover_image));
  const training = await createPersonalCopy(write, original, assignment.user_id, { ...change, cover_image: picture });
  await sql`
    update assignments set training_id = ${training.id}, title = ${training.title} where id = ${id}`.execute(db);
  const changed = (await findAssignment(db, id))!;
  await recordEvent(write, eventOf(changed, 'personal'));
  return { assignment: changed, training };
}

/** Makes a personal copy of a package's training, which is assigned first: from today on, with the day that was next. */
export async function makePersonalOfPackage(
  write: Write,
  userId: number,
  key: string,
  now: Date,
  change: CopyChange,
  copyImage: CopyImage,
): Promise<Personal | undefined> {
  const { db, actor } = write;
  const course = readCourseKey(key);
  if (!course || !('package' in course) || !(await lockUser(write, userId))) return undefined;
  const clock = { today: actor.today, now };
  const courses = await readCourses(db, coursesOfUser(userId, actor.today), clock);
  const found = courses.find((one) => one.course === key);
  if (!found) return undefined;
  const { training } = found;
  const first_day = nextOf(found, actor.today)?.day_number ?? null;
  const thing = { kind: 'training', id: training.id, title: training.title } as const;
  const schedule: NewSchedule = { starts_on: actor.today, ends_on: null, mode: 'sequence', weekdays: [], first_day };
  const [made] = await insertAssignments(write, [userId], thing, schedule).catch(refuseOverlap);
  await recordEvent(write, eventOf(made!, 'assign'));
  return makePersonal(write, made!.id, change, copyImage);
}

/** Refuses to delete a training or a diet that somebody follows, or will. */
export async function refuseWhenFollowed({ db, actor }: Write, table: string, id: number): Promise<void> {
  const column = table === 'trainings' ? 'training_id' : table === 'diets' ? 'diet_id' : undefined;
  if (!column) return;
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(db);
  const { rows } = await sql<{ clients: number }>`
    select count(distinct a.user_id)::int as clients from assignments a
    where ${sql.ref(`a.${column}`)} = ${id} and ${isFollowed(actor.today)}`.execute(db);
  const clients = rows[0]?.clients ?? 0;
  if (clients === 0) return;
  const who = clients === 1 ? '1 cliente lo sigue' : `${clients} clientes lo siguen`;
  throw new Refusal(`No se puede eliminar porque está en uso: ${who}.`);
}

/** Removes what a person followed, and the copies that were his alone; answers their pictures. */
export async function eraseCourses({ db }: Write, userId: number): Promise<string[]> {
  await sql`delete from assignments where user_id = ${userId}`.execute(db);
  return removePersonalCopies(db, userId);
}
