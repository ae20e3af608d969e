import type { UserListRow } from '@pulso/contract/accounts/users';
import { exercises } from '@pulso/contract/content/exercises';
import { trainings } from '@pulso/contract/content/trainings';
import type { DateText } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  CalendarDays,
  CircleHelp,
  Dumbbell,
  Keyboard,
  ListFilter,
  LogOut,
  Package,
  Plus,
  Salad,
  SunMoon,
  User,
  type LucideIcon,
} from 'lucide-react';
import { headings } from 'virtual:guide-index';
import { navigate } from '@pulso/web/navigation/navigation';
import { addresses, addressesOf, type Address } from '#addresses';
import { useList } from '#api/resources';
import { readVisitedItems } from '#api/visited-items';
import { logOut } from '#app/log-out';
import { actTargets, clientActTarget, isClientActOffered } from '#app/palette-acts';
import { parseClientAct } from '#app/palette.rules';
import {
  createActions,
  isAddable,
  isVisible,
  mainScreens,
  moneyScreens,
  settingsScreens,
  type MenuScreen,
} from '#app/screens';
import { switchTheme } from '#app/theme';
import { readUsers } from '#features/accounts/users/users-calls';
import { findUsers, toSearchableUsers } from '#features/accounts/users/find-users.rules';
import { findExercises, defaultView } from '#features/content/exercises/exercise-filters';
import { createWordMatcher } from '#ui/pickers/find-options';
import { formatCount } from '#ui/text/numbers';
import { plainText } from '#ui/text/plain-text';
import { findOrSimilar } from '#ui/text/similar-rows';
import { useDebounced } from '#ui/hooks/use-debounced';

const MAX_TARGETS_PER_GROUP = 5;
const DEBOUNCE_MS = 200;
const CACHE_MS = 60_000;

export type Target = {
  key: string;
  label: string;
  detail?: string;
  /** Other words by which it is found. */
  words?: string;
  /** User whose subscription is shown next to the name. */
  user?: UserListRow;
  icon: LucideIcon;
  run: () => void;
};
/** `total` counts all results, shown or not; with `more` there are even more. */
export type TargetGroup = { name: string; targets: Target[]; total: number; more?: boolean };

const goTo = (to: Address) => () => void navigate(to);

const visibleScreens = (): MenuScreen[] => [...mainScreens, ...moneyScreens, ...settingsScreens].filter(isVisible);

function toGroup(name: string, targets: Target[]): TargetGroup {
  return { name, targets, total: targets.length };
}

const screenTargets = (): Target[] =>
  visibleScreens().map(({ path, label, icon }) => ({ key: path, label, icon, run: goTo(path) }));

const actionTargets = (onKeys: () => void): Target[] => [
  ...actTargets(),
  ...createActions
    .filter(({ list, path }) => isAddable(path) && visibleScreens().some((screen) => screen.path === list))
    .map(({ path, label }) => ({ key: path, label, icon: Plus, run: goTo(path) })),
  { key: 'theme', label: 'Cambiar tema', icon: SunMoon, run: switchTheme },
  { key: 'guide', label: 'Ayuda', icon: CircleHelp, run: goTo(addresses.guide) },
  { key: 'keys', label: 'Atajos de teclado', icon: Keyboard, run: onKeys },
  { key: 'logout', label: 'Cerrar sesión', icon: LogOut, run: () => void logOut() },
];

const guideTargets: Target[] = headings
  .filter(({ to }) => to !== addresses.guide)
  .map(({ label, page, to }) => ({
    key: to,
    label,
    detail: page || 'Ayuda',
    icon: CircleHelp,
    run: () => void navigate(to),
  }));

const visitedKinds: Record<string, { word: string; icon: LucideIcon }> = {
  '/user': { word: 'Usuario', icon: User },
  '/training': { word: 'Entrenamiento', icon: CalendarDays },
  '/exercise': { word: 'Ejercicio', icon: Dumbbell },
  '/diet': { word: 'Dieta', icon: Salad },
  '/package': { word: 'Paquete', icon: Package },
};

const recentTargets = (): Target[] =>
  readVisitedItems().flatMap(({ path, id, name }): Target[] => {
    const [kind, to] = [visitedKinds[path], addressesOf(path)?.detail(id)];
    return kind && to
      ? [{ key: `${path}/${id}`, label: displayName(name), detail: kind.word, icon: kind.icon, run: goTo(to) }]
      : [];
  });

/** The first few results, and a link to the list with all of them. */
function resultGroup(name: string, typed: string, list: Address, found: Omit<TargetGroup, 'name'>): TargetGroup {
  const { targets, total, more = false } = found;
  const shownTargets = targets.slice(0, MAX_TARGETS_PER_GROUP);
  const all: Target = {
    key: `${name}-all`,
    label: more ? `Ver más de ${formatCount(total)}` : `Ver los ${formatCount(total)}`,
    detail: name,
    icon: ListFilter,
    run: goTo(addresses.search(list, typed)),
  };
  return { name, targets: total > shownTargets.length ? [...shownTargets, all] : shownTargets, total, more };
}

const ALL_USERS_KEY = ['ir-a', 'user'] as const;

type UserResults = { rows: UserListRow[]; total: number; more: boolean; searching: boolean };

/** Searches users on the server if it pages; a server without pages sends all users, which are searched here. */
function useUserSearch(typed: string, day: DateText): UserResults {
  const client = useQueryClient();
  const term = useDebounced(typed, DEBOUNCE_MS);
  const everybody = useQuery<UserListRow[]>({ queryKey: ALL_USERS_KEY, queryFn: skipToken, gcTime: CACHE_MS });
  const asks = typed.length >= 2 && !everybody.data;
  const { data, isPending } = useQuery({
    queryKey: [...ALL_USERS_KEY, term],
    enabled: asks && term.length >= 2,
    queryFn: async ({ signal }) => {
      const { rows, total, more } = await readUsers({ search: term, page: 1, limit: MAX_TARGETS_PER_GROUP }, signal);
      if (total === undefined) client.setQueryData(ALL_USERS_KEY, rows);
      return { rows, total: total ?? rows.length, more };
    },
  });
  const isOld = typed !== term;
  const come = everybody.data ?? data?.rows ?? [];
  // Results of the previous search stay while they match.
  const rows = typed === '' ? [] : findUsers(toSearchableUsers(come), { search: typed }, day).users;
  // If the server searched, its count belongs to this search: it looks at the same fields.
  const isCounted = !everybody.data && !isOld && data !== undefined && rows.length === come.length;
  const { total, more } = isCounted ? data : { total: rows.length, more: false };
  return { rows, total, more, searching: asks && (isOld || isPending) };
}

/** All matching targets by kind; with nothing typed, the recently viewed items and the screens. */
export function useTargets(
  typed: string,
  day: DateText,
  onKeys: () => void,
): { groups: TargetGroup[]; searching: boolean } {
  const parsedAct = parseClientAct(typed);
  const act = parsedAct && isClientActOffered(parsedAct.verb) ? parsedAct : undefined;
  const { searching, ...people } = useUserSearch(act?.client ?? typed, day);
  const trainingList = useList(trainings);
  const exerciseList = useList(exercises);
  const fits = createWordMatcher(typed);
  const begins = ({ label }: Target) => plainText(label).startsWith(plainText(typed));
  const matching = (targets: Target[]) => {
    const found = targets.filter(({ label, words = '' }) => fits(plainText(label)) || fits(plainText(words)));
    return [...found.filter(begins), ...found.filter((target) => !begins(target))];
  };
  const rowTarget = (path: string, id: number, label: string, rest: Partial<Target> = {}): Target => ({
    key: `${path}/${id}`,
    label: displayName(label),
    icon: visitedKinds[path]?.icon ?? ListFilter,
    run: goTo(addressesOf(path)?.detail(id) ?? addresses.home),
    ...rest,
  });
  if (typed === '')
    return { groups: [toGroup('Recientes', recentTargets()), toGroup('Pantallas', screenTargets())], searching: false };

  const beginningFirst = (targets: Target[]) =>
    targets.sort((one, other) => Number(begins(other)) - Number(begins(one)));
  const textOf = ({ title }: { title: string }) => plainText(title);
  // Both as their lists do; otherwise the two counts would differ.
  const plans = beginningFirst(
    findOrSimilar(trainingList.data ?? [], { typed, fits: (row) => fits(textOf(row)), textOf }).found.map(
      ({ id, title }) => rowTarget('/training', id, title),
    ),
  );
  const moves = beginningFirst(
    findExercises(exerciseList.data ?? [], { ...defaultView, buscar: typed }).found.map(({ id, title }) =>
      rowTarget('/exercise', id, title),
    ),
  );
  return {
    searching,
    groups: [
      toGroup('Pantallas', matching(screenTargets())),
      toGroup('Acciones', matching(actionTargets(onKeys))),
      resultGroup('Usuarios', act?.client ?? typed, addresses.users.list, {
        ...people,
        targets: people.rows.map((user) =>
          act
            ? clientActTarget(act.verb, user)
            : rowTarget('/user', user.id, user.name, { detail: user.username, user }),
        ),
      }),
      resultGroup('Entrenamientos', typed, addresses.trainings.list, { targets: plans, total: plans.length }),
      resultGroup('Ejercicios', typed, addresses.exercises.list, { targets: moves, total: moves.length }),
      toGroup('Ayuda', matching(guideTargets).slice(0, MAX_TARGETS_PER_GROUP)),
    ],
  };
}
