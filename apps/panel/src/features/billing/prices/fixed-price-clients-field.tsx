import { displayName } from '@pulso/contract/kit/labels';
import { today } from '@pulso/contract/kit/dates';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@pulso/web/ui/controls/button';
import { readUsers } from '#features/accounts/users/users-calls';
import { PRICES_PATH } from '#features/billing/prices/prices-calls';
import { DateField } from '#forms/date-field';
import { useRows } from '#forms/use-rows';
import { Picker } from '#ui/pickers/picker';
import { useDebounced } from '#ui/hooks/use-debounced';

const DEBOUNCE_MS = 200;
const MAX_SUGGESTIONS = 20;
const MIN_SEARCH_LENGTH = 2;

type Client = { id: number; name: string };

/** Clients found by the server, which looks at names, usernames and phones. */
function useClientSearch(typed: string) {
  const search = useDebounced(typed.trim(), DEBOUNCE_MS);
  const { data, isFetching } = useQuery({
    queryKey: [PRICES_PATH, 'clients', search],
    queryFn: async ({ signal }) =>
      (await readUsers({ search, role: 'CLIENT', page: 1, limit: MAX_SUGGESTIONS }, signal)).rows,
    enabled: search.length >= MIN_SEARCH_LENGTH,
  });
  // Results of an earlier search could be picked by mistake.
  const isTyping = search !== typed.trim();
  return {
    found: isTyping || search.length < MIN_SEARCH_LENGTH ? [] : (data ?? []),
    isSearching: isFetching || isTyping,
  };
}

function describeSearch(typed: string, isSearching: boolean): string {
  if (typed.trim().length < MIN_SEARCH_LENGTH) return 'Escribe al menos dos letras';
  return isSearching ? 'Buscando…' : 'No se encontró nadie con ese nombre';
}

/** Clients who go on paying what they pay, for ever or until a day. */
export function FixedPriceClientsField() {
  const [typed, setTyped] = useState('');
  const { found, isSearching } = useClientSearch(typed);
  const { rows, arrange, remove, control } = useRows<Client, Client[]>(
    'kept',
    (stored) => stored ?? [],
    (clients) => clients.map(({ id }) => id),
  );
  const options = found
    .filter(({ id }) => !rows.some((client) => client.id === id))
    .map(({ id, name, username }) => ({ value: id, label: displayName(name), note: username }));
  return (
    <>
      <div>
        <Picker
          label="Clientes"
          options={options}
          none={describeSearch(typed, isSearching)}
          onType={setTyped}
          onPick={({ value, label }) => arrange((before) => [...before, { id: value, name: label }])}
        />
        {control}
        {rows.length > 0 && (
          <ul aria-label="Mantienen su precio" className="mt-2 flex flex-wrap gap-2">
            {rows.map((client, index) => (
              <li
                key={client.id}
                className="flex items-center rounded-full border border-line bg-sunken pl-3 text-sm font-medium"
              >
                <span className="max-w-48 truncate">{client.name}</span>
                <IconButton
                  label={`Quitar a ${client.name}`}
                  icon={<X aria-hidden className="size-4" />}
                  className="rounded-full"
                  onClick={() => remove(index, `${client.name}: su precio sube también`)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <DateField name="until" label="Hasta" min={today()} hint="Sin fecha: siempre." />
    </>
  );
}
