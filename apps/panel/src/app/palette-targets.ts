import type { UserListRow } from '@pulso/contract/accounts/users';
import { exercises } from '@pulso/contract/content/exercises';
import { trainings } from '@pulso/contract/content/trainings';
import type { DateText } from '@pulso/contract/kit/dates';
import { shownName } from '@pulso/contract/kit/labels';
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
import { addresses, addressesOf, type Address } from '#addresses';
import { useList } from '#api/resources';
import { readVisited } from '#api/visited';
import { logOut } from '#app/log-out';
import { creations, isVisible, mainScreens, moneyScreens, settingsScreens, type MenuScreen } from '#app/screens';
import { switchTheme } from '#app/theme';
import { readUsers } from '#features/accounts/users/users-calls';
import { findUsers, searchable } from '#features/accounts/users/users.rules';
import { findExercises, firstView } from '#features/content/exercises/exercise-filters';
import { navigate } from '#navigation/navigation';
import { holdsWords } from '#ui/pickers/find-options';
import { formatCount } from '#ui/text/numbers';
import { plainText } from '#ui/text/plain-text';
import { useDebounced } from '#ui/hooks/use-debounced';

const MAX_OF_A_KIND = 5;
const PAUSE_MS = 200;
const KEPT_MS = 60_000;

export type Target = {
  key: string;
  label: string;
  detail?: string;
  /** User whose subscription is shown next to the name. */
  user?: UserListRow;
  icon: LucideIcon;
  run: () => void;
};
/** `total` counts all results, shown or not; with `more` there are even more. */
export type Group = { name: string; targets: Target[]; total: number; more?: boolean };

const going = (to: Address) => () => void navigate(to);

const visible = (): MenuScreen[] => [...mainScreens, ...moneyScreens, ...settingsScreens].filter(isVisible);

function groupOf(name: string, targets: Target[]): Group {
  return { name, targets, total: targets.length };
}

const screens = (): Target[] =>
  visible().map(({ path, label, icon }) => ({ key: path, label, icon, run: going(path) }));

const actions = (onKeys: () => void): Target[] => [
  ...creations
    .filter(({ list }) => visible().some((screen) => screen.path === list))
    .map(({ path, label }) => ({ key: path, label, icon: Plus, run: going(path) })),
  { key: 'theme', label: 'Cambiar tema', icon: SunMoon, run: switchTheme },
  { key: 'guide', label: 'Ayuda', icon: CircleHelp, run: going(addresses.guide) },
  { key: 'keys', label: 'Atajos de teclado', icon: Keyboard, run: onKeys },
  { key: 'logout', label: 'Cerrar sesión', icon: LogOut, run: () => void logOut() },
];

const guide: Target[] = headings
  .filter(({ to }) => to !== addresses.guide)
  .map(({ label, page, to }) => ({
    key: to,
    label,
    detail: page || 'Ayuda',
    icon: CircleHelp,
    run: () => void navigate(to),
  }));

const kinds: Record<string, { word: string; icon: LucideIcon }> = {
  '/user': { word: 'Usuario', icon: User },
  '/training': { word: 'Entrenamiento', icon: CalendarDays },
  '/exercise': { word: 'Ejercicio', icon: Dumbbell },
  '/diet': { word: 'Dieta', icon: Salad },
  '/package': { word: 'Paquete', icon: Package },
};

const recent = (): Target[] =>
  readVisited().flatMap(({ path, id, name }): Target[] => {
    const [kind, to] = [kinds[path], addressesOf(path)?.detail(id)];
    return kind && to
      ? [{ key: `${path}/${id}`, label: shownName(name), detail: kind.word, icon: kind.icon, run: going(to) }]
      : [];
  });

/** The first few results, and a link to the list with all of them. */
function foundGroup(name: string, typed: string, list: Address, found: Omit<Group, 'name'>): Group {
  const { targets, total, more = false } = found;
  const shown = targets.slice(0, MAX_OF_A_KIND);
  const all: Target = {
    key: `${name}-all`,
    label: more ? `Ver más de ${formatCount(total)}` : `Ver los ${formatCount(total)}`,
    detail: name,
    icon: ListFilter,
    run: going(addresses.search(list, typed)),
  };
  return { name, targets: total > shown.length ? [...shown, all] : shown, total, more };
}

const EVERYBODY = ['ir-a', 'user'] as const;

type People = { rows: UserListRow[]; total: number; more: boolean; searching: boolean };

/** Searches users on the server if it pages; a server without pages sends all users, which are searched here. */
function usePeople(typed: string, day: DateText): People {
  const client = useQueryClient();
  const term = useDebounced(typed, PAUSE_MS);
  const everybody = useQuery<UserListRow[]>({ queryKey: EVERYBODY, queryFn: skipToken, gcTime: KEPT_MS });
  const asks = typed.length >= 2 && !everybody.data;
  const { data, isPending } = useQuery({
    queryKey: [...EVERYBODY, term],
    enabled: asks && term.length >= 2,
    queryFn: async ({ signal }) => {
      const { rows, total, more } = await readUsers({ search: term, page: 1, limit: MAX_OF_A_KIND }, signal);
      if (total === undefined) client.setQueryData(EVERYBODY, rows);
      return { rows, total: total ?? rows.length, more };
    },
  });
  const isOld = typed !== term;
  const come = everybody.data ?? data?.rows ?? [];
  // Results of the previous search stay while they match.
  const rows = typed === '' ? [] : findUsers(searchable(come), { search: typed }, day);
  // If the server searched, its count belongs to this search: it looks at the same fields.
  const isCounted = !everybody.data && !isOld && data !== undefined && rows.length === come.length;
  const { total, more } = isCounted ? data : { total: rows.length, more: false };
  return { rows, total, more, searching: asks && (isOld || isPending) };
}

/** All matching targets by kind; with nothing typed, the recently viewed items and the screens. */
export function useTargets(typed: string, day: DateText, onKeys: () => void): { groups: Group[]; searching: boolean } {
  const { searching, ...people } = usePeople(typed, day);
  const trainingList = useList(trainings);
  const exerciseList = useList(exercises);
  const fits = holdsWords(typed);
  const begins = ({ label }: Target) => plainText(label).startsWith(plainText(typed));
  const matching = (targets: Target[]) => {
    const found = targets.filter(({ label }) => fits(plainText(label)));
    return [...found.filter(begins), ...found.filter((target) => !begins(target))];
  };
  const rowTarget = (path: string, id: number, label: string, rest: Partial<Target> = {}): Target => ({
    key: `${path}/${id}`,
    label: shownName(label),
    icon: kinds[path]?.icon ?? ListFilter,
    run: going(addressesOf(path)?.detail(id) ?? addresses.home),
    ...rest,
  });
  if (typed === '')
    return { groups: [groupOf('Recientes', recent()), groupOf('Pantallas', screens())], searching: false };

  const plans = matching((trainingList.data ?? []).map(({ id, title }) => rowTarget('/training', id, title)));
  // Searches the description too, as the list does; otherwise the two counts would differ.
  const moves = findExercises(exerciseList.data ?? [], { ...firstView, buscar: typed })
    .map(({ id, title }) => rowTarget('/exercise', id, title))
    .sort((one, other) => Number(begins(other)) - Number(begins(one)));
  return {
    searching,
    groups: [
      groupOf('Pantallas', matching(screens())),
      groupOf('Acciones', matching(actions(onKeys))),
      foundGroup('Usuarios', typed, addresses.users.list, {
        ...people,
        targets: people.rows.map((user) => rowTarget('/user', user.id, user.name, { detail: user.username, user })),
      }),
      foundGroup('Entrenamientos', typed, addresses.trainings.list, { targets: plans, total: plans.length }),
      foundGroup('Ejercicios', typed, addresses.exercises.list, { targets: moves, total: moves.length }),
      groupOf('Ayuda', matching(guide).slice(0, MAX_OF_A_KIND)),
    ],
  };
}
