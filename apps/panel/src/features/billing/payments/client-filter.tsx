import { displayName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { readUsers } from '#features/accounts/users/users-calls';
import { Combobox } from '#ui/pickers/combobox';
import { ALL_VALUE } from '#ui/lists/filter-values';
import { filterClass } from '#ui/controls/select';
import { useDebounced } from '#ui/hooks/use-debounced';

const DEBOUNCE_MS = 200;
const MAX_SUGGESTIONS = 8;

type Person = { id: number; name: string };

function useClientSearch(typed: string) {
  const search = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: [PAYMENTS_PATH, 'people', search],
    queryFn: async ({ signal }) => (await readUsers({ search, page: 1, limit: MAX_SUGGESTIONS }, signal)).rows,
    enabled: search.length >= 2,
  });
  return data ?? [];
}

type Props = {
  /** The client's id, as the address has it. */
  value: string;
  /** The client's name in the rows. */
  name: string | undefined;
  onChange: (value: string) => void;
};

/** One client, found by typing a part of the name. */
export function ClientFilter({ value, name, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Person>();
  const [open, setOpen] = useState(false);
  const people = useClientSearch(typed);
  // Choosing swaps the search box and the client's button, so the focus moves to the other one.
  const choose = (next: string) => {
    flushSync(() => onChange(next));
    document.getElementById(id)?.focus();
  };
  const clientName = name ?? (picked && String(picked.id) === value ? picked.name : `N.º ${value}`);
  return (
    <div className="flex-1 sm:max-w-60 sm:min-w-40">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-muted">
        Cliente
      </label>
      {value === ALL_VALUE ? (
        <Combobox
          id={id}
          placeholder="Todos"
          className={`w-full ${filterClass}`}
          typed={typed}
          onType={setTyped}
          open={open}
          onOpen={setOpen}
          options={people.map((person) => ({
            value: person.id,
            label: displayName(person.name),
            note: person.username,
          }))}
          onPick={({ value: person, label }) => {
            setPicked({ id: person, name: label });
            choose(String(person));
          }}
        />
      ) : (
        <button
          id={id}
          type="button"
          aria-label={`Quitar el cliente ${displayName(clientName)}`}
          onClick={() => choose(ALL_VALUE)}
          className={`flex w-full items-center justify-between gap-2 text-left ${filterClass}`}
        >
          <span className="truncate">{displayName(clientName)}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      )}
    </div>
  );
}
