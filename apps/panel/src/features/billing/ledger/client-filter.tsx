import { Combobox as Base } from '@base-ui/react/combobox';
import { shownName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { readUsers } from '#features/accounts/users/users-calls';
import { ALL } from '#ui/filter-values';
import { filterClass } from '#ui/select';
import { useDebounced } from '#ui/use-debounced';

const PAUSE_MS = 200;
const OFFERED = 8;

type Person = { id: number; name: string; username: string };

function usePeople(typed: string) {
  const search = useDebounced(typed.trim(), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['payment', 'people', search],
    queryFn: async ({ signal }) => (await readUsers({ search, page: 1, limit: OFFERED }, signal)).rows,
    enabled: search.length >= 2,
  });
  return data ?? [];
}

type Props = {
  /** An id, as the address has it. */
  value: string;
  /** What the rows call that client. */
  name: string | undefined;
  onChange: (value: string) => void;
};

/** One client, found by typing a part of the name. */
export function ClientFilter({ value, name, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Person>();
  const people = usePeople(typed);
  const known = name ?? (picked && String(picked.id) === value ? picked.name : `N.º ${value}`);
  return (
    <div className="flex-1 sm:max-w-60 sm:min-w-40">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-muted">
        Cliente
      </label>
      {value === ALL ? (
        <Base.Root
          items={people}
          filter={null}
          value={null}
          itemToStringLabel={(person: Person) => person.name}
          onValueChange={(person: Person | null) => {
            if (!person) return;
            setPicked(person);
            setTyped('');
            onChange(String(person.id));
          }}
          inputValue={typed}
          onInputValueChange={setTyped}
          autoHighlight
        >
          <Base.Input id={id} placeholder="Todos" className={`w-full ${filterClass}`} />
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-40">
              <Base.Popup className="w-(--anchor-width) min-w-60 rounded-card border border-line bg-raised shadow-float data-empty:hidden">
                <Base.List className="max-h-60 overflow-y-auto p-1">
                  {(person: Person) => (
                    <Base.Item
                      key={person.id}
                      value={person}
                      className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm data-highlighted:bg-accent-soft data-highlighted:text-accent"
                    >
                      <span className="min-w-0 flex-1 truncate">{shownName(person.name)}</span>
                      <span className="shrink-0 text-xs text-muted">{person.username}</span>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      ) : (
        <button
          id={id}
          type="button"
          aria-label={`Quitar el cliente ${shownName(known)}`}
          onClick={() => onChange(ALL)}
          className={`flex w-full items-center justify-between gap-2 text-left ${filterClass}`}
        >
          <span className="truncate">{shownName(known)}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      )}
    </div>
  );
}
