import { tagDetail, tags, type Tag } from '@pulso/contract/accounts/tags';
import { tagColourLabels, tagColours } from '@pulso/contract/accounts/tags.labels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { TagDot } from '#features/accounts/tags/tag-chips';
import { useField } from '#forms/form';
import { TextField } from '#forms/fields';
import { createSchemaCheck } from '#forms/schema-check';
import { buildCatalogueWords } from '#screens/catalogue-words';
import { RowCatalogue } from '#screens/row-catalogue';
import { useCatalogue } from '#screens/use-catalogue';
import { formatCount } from '#ui/text/numbers';

const words = buildCatalogueWords(tags, 'Una etiqueta agrupa usuarios como tú quieras: «VIP», «Mañana», «Torneo».');
const check = createSchemaCheck(tags.create);

/** What a deletion takes off, asked for when it is about to happen. */
function TagUse({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: [tags.path, String(id), 'users'],
    queryFn: async ({ signal }) =>
      readRow({ path: tags.path, row: tagDetail }, dataOf(await call('GET', `${tags.path}/${id}`, { signal })), id),
    staleTime: 0,
  });
  if (!data) return <span role="status" aria-busy="true" aria-label="Contando" className="skeleton h-5 w-40" />;
  const { users, more } = data;
  return (
    <span role="status" className="text-sm">
      {users === 0
        ? 'Nadie la tiene.'
        : `Se le quita a ${more ? 'más de ' : ''}${formatCount(users)} ${users === 1 ? 'usuario' : 'usuarios'}.`}
    </span>
  );
}

function ColourField() {
  const { initial, changed } = useField('colour');
  const [chosen, setChosen] = useState(typeof initial === 'string' ? initial : tagColours[0]);
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Color</legend>
      <div className="grid grid-cols-2 sm:grid-cols-3">
        {tagColours.map((colour) => (
          <label key={colour} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="radio"
              name="colour"
              value={colour}
              checked={colour === chosen}
              onChange={() => {
                setChosen(colour);
                changed();
              }}
              className="size-4 shrink-0"
            />
            <TagDot colour={colour} />
            {tagColourLabels[colour]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function TagsScreen() {
  const catalogue = useCatalogue<Tag>(tags, words, ({ name }) => [name]);
  return (
    <RowCatalogue
      pictured={false}
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(json) => ({ json })}
      row={({ id, name, colour }) => ({
        title: name,
        image: <TagDot colour={colour} />,
        question: <TagUse id={id} />,
      })}
      fields={() => (
        <>
          <TextField name="name" label="Nombre" required maxLength={30} />
          <ColourField />
        </>
      )}
    />
  );
}
