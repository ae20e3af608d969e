import { displayName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readUsers, userListResource } from '#features/accounts/users/users-calls';
import { Combobox } from '#ui/pickers/combobox';
import { useDebounced } from '#ui/hooks/use-debounced';

const DEBOUNCE_MS = 200;
const MAX_SUGGESTIONS = 8;

function usePeople(typed: string) {
  const search = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: [userListResource.path, 'suggestions', search],
    queryFn: async ({ signal }) => (await readUsers({ search, page: 1, limit: MAX_SUGGESTIONS }, signal)).rows,
    enabled: search.length >= 2,
  });
  return data ?? [];
}

type Person = { id: number; name: string };
type Props = { id: string; placeholder: string; className: string; onPick: (person: Person) => void };

/** Finds one person by a part of the name or the phone. */
export function ClientSearch({ onPick, ...box }: Props) {
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  return (
    <Combobox
      {...box}
      typed={typed}
      onType={setTyped}
      open={open}
      onOpen={setOpen}
      options={usePeople(typed).map((person) => ({
        value: person.id,
        label: displayName(person.name),
        note: person.username,
      }))}
      onPick={({ value, label }) => onPick({ id: value, name: label })}
    />
  );
}
