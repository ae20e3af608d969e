import { displayName } from '@pulso/contract/kit/labels';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ClientSearch } from '#features/accounts/users/client-search';
import { ALL_VALUE } from '#ui/lists/filter-values';
import { filterClass } from '#ui/controls/select';

type Person = { id: number; name: string };

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
  const [picked, setPicked] = useState<Person>();
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
        <ClientSearch
          id={id}
          placeholder="Todos"
          className={`w-full ${filterClass}`}
          onPick={(person) => {
            setPicked(person);
            choose(String(person.id));
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
