import { X } from 'lucide-react';
import { useId } from 'react';
import { ClientSearch } from '#features/accounts/users/client-search';
import { controlClass } from '#forms/fields';
import { useRows } from '#forms/use-rows';

type Person = { id: number; name: string };

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);

/** Several clients, found by typing; sent as a list of ids. */
export function ClientsField({ onChange }: { onChange: (ids: number[]) => void }) {
  const id = useId();
  const {
    rows: people,
    error,
    arrange,
    control,
  } = useRows<Person, Person[]>('user_ids', (stored) => stored ?? [], idsOf);
  const change = (next: Person[]) => {
    arrange(() => next);
    onChange(idsOf(next));
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Clientes
        <span aria-hidden className="text-muted">
          {' '}
          *
        </span>
      </label>
      {control}
      {people.length > 0 && (
        <ul aria-label="Elegidos" className="mb-2 flex flex-wrap gap-2">
          {people.map((person) => (
            <li
              key={person.id}
              className="inline-flex items-center rounded-full border border-line bg-sunken pl-3 text-sm font-medium"
            >
              <span className="wrap-anywhere">{person.name}</span>
              <button
                type="button"
                aria-label={`Quitar a ${person.name}`}
                className="inline-flex size-11 items-center justify-center rounded-full text-muted hover:text-text sm:size-9"
                onClick={() => change(people.filter((one) => one.id !== person.id))}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ClientSearch
        key={people.length}
        id={id}
        placeholder="Nombre o teléfono"
        className={`${controlClass} h-11 w-full`}
        onPick={(picked) => change([...people.filter((one) => one.id !== picked.id), picked])}
      />
      {error && (
        <p role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </div>
  );
}
