import { type UserListRow } from '@pulso/contract/accounts/users';
import { exercises } from '@pulso/contract/content/exercises';
import { trainings } from '@pulso/contract/content/trainings';
import { shownName } from '@pulso/contract/kit/labels';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Dumbbell, Search, User, type LucideIcon } from 'lucide-react';
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import { addresses, type Address } from '#addresses';
import { useList } from '#api/resources';
import { mayVisit } from '#api/session';
import { mainScreens, settingsScreens } from '#app/screens';
import { readUsers } from '#features/accounts/users/users-calls';
import { navigate } from '#navigation/navigation';
import { Dialog } from '#ui/dialog';
import { plainText } from '#ui/plain-text';
import { useDebounced } from '#ui/use-debounced';

const MAX_OF_A_KIND = 5;
const PAUSE_MS = 200;
const KEPT_MS = 60_000;

type Target = { key: string; label: string; detail: string; path: Address; icon: LucideIcon };

const screens = (): Target[] =>
  [...mainScreens, ...settingsScreens]
    .filter(({ permission }) => mayVisit(permission))
    .map(({ path, label, icon }) => ({ key: path, label, path, icon, detail: 'Pantalla' }));

const EVERYBODY = ['ir-a', 'user'] as const;

/** Users, asked of the server where it pages; what a server sends that knows no pages is everybody, to be looked through here. */
function useUsers(typed: string): UserListRow[] {
  const client = useQueryClient();
  const term = useDebounced(typed, PAUSE_MS);
  const everybody = useQuery<UserListRow[]>({ queryKey: EVERYBODY, queryFn: skipToken, gcTime: KEPT_MS });
  const found = useQuery({
    queryKey: [...EVERYBODY, term],
    enabled: term.length >= 2 && !everybody.data,
    queryFn: async ({ signal }) => {
      const { rows, total } = await readUsers({ search: term, page: 1, limit: MAX_OF_A_KIND }, signal);
      if (total === undefined) client.setQueryData(EVERYBODY, rows);
      return rows;
    },
  });
  return everybody.data ?? found.data ?? [];
}

function useTargets(term: string): Target[] {
  const users = useUsers(term);
  const trainingList = useList(trainings);
  const exerciseList = useList(exercises);
  const matching = (text: string) => plainText(text).includes(plainText(term));
  if (term === '') return screens();
  return [
    ...screens().filter(({ label }) => matching(label)),
    ...users
      .filter(({ name, username, phone }) => matching(`${name} ${username} ${phone}`))
      .slice(0, MAX_OF_A_KIND)
      .map(({ id, name, username }): Target => ({
        key: `u${id}`,
        label: shownName(name),
        detail: username,
        path: addresses.users.detail(id),
        icon: User,
      })),
    ...(trainingList.data ?? [])
      .filter(({ title }) => matching(title))
      .slice(0, MAX_OF_A_KIND)
      .map(({ id, title }): Target => ({
        key: `t${id}`,
        label: shownName(title),
        detail: 'Entrenamiento',
        path: addresses.trainings.detail(id),
        icon: CalendarDays,
      })),
    ...(exerciseList.data ?? [])
      .filter(({ title }) => matching(title))
      .slice(0, MAX_OF_A_KIND)
      .map(({ id, title }): Target => ({
        key: `e${id}`,
        label: shownName(title),
        detail: 'Ejercicio',
        path: addresses.exercises.detail(id),
        icon: Dumbbell,
      })),
  ];
}

/** Jumps to any screen, user, training or exercise by its name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const targets = useTargets(useDeferredValue(typed.trim()));
  const [wanted, setWanted] = useState(0);
  const current = Math.min(wanted, Math.max(0, targets.length - 1));

  const go = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    void navigate(target.path);
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setWanted((current + step + targets.length) % targets.length);
    } else if (event.key === 'Enter') go(targets[current]);
  };

  return (
    <Dialog open onClose={onClose} title="Ir a…">
      <div className="p-3">
        <div className="relative">
          <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <input
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={targets[current] && `${id}-${current}`}
            aria-label="Buscar pantallas, usuarios, entrenamientos y ejercicios"
            placeholder="Buscar pantallas, usuarios, entrenamientos y ejercicios"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWanted(0);
            }}
            onKeyDown={move}
            className="h-11 w-full rounded-control border border-line-strong/50 bg-surface pr-3 pl-9 text-sm"
          />
        </div>
        <ul id={id} role="listbox" aria-label="Resultados" className="mt-2 max-h-[50vh] overflow-y-auto">
          {targets.map(({ key, label, detail, icon: Icon, path }, index) => (
            // The keyboard acts through the text box, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              onClick={() => go({ key, label, detail, icon: Icon, path })}
              className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              <span className="truncate text-xs text-muted">{detail}</span>
            </li>
          ))}
        </ul>
        {targets.length === 0 && (
          <p role="status" className="p-4 text-center text-sm text-muted">
            No se encontró nada con ese nombre
          </p>
        )}
      </div>
    </Dialog>
  );
}
