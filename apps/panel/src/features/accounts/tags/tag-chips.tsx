import type { ShownTag, TagColour } from '@pulso/contract/accounts/tags.labels';

const dotClasses: Record<TagColour, string> = {
  grey: 'bg-grey-fill',
  blue: 'bg-blue-fill',
  purple: 'bg-purple-fill',
  green: 'bg-green-fill',
  yellow: 'bg-yellow-fill',
  red: 'bg-red-solid',
};

/** The colour of a tag, which is never alone: its name stands beside it. */
export function TagDot({ colour }: { colour: TagColour }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${dotClasses[colour]}`} />;
}

/** Outlined, so that a tag is no state of the person. */
function TagChip({ tag: { name, colour }, asDots }: { tag: ShownTag; asDots: boolean }) {
  return (
    <li
      title={name}
      className={`inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line px-2 py-0.5 text-xs font-medium ${asDots ? 'tabular:border-0 tabular:p-0 tabular:@7xl:border tabular:@7xl:px-2 tabular:@7xl:py-0.5' : ''}`}
    >
      <TagDot colour={colour} />
      <span className={`truncate ${asDots ? 'tabular:sr-only tabular:@7xl:not-sr-only' : ''}`}>{name}</span>
    </li>
  );
}

type Props = {
  tags: readonly ShownTag[];
  /** On one line, and the others told by their number. */
  most?: number;
  /** In a table without room for their names, which are told by what points at them. */
  asDots?: boolean;
};

export function TagChips({ tags, most, asDots = false }: Props) {
  const others = tags.slice(most ?? tags.length);
  return (
    <ul aria-label="Etiquetas" className={`flex min-w-0 gap-1 ${most === undefined ? 'flex-wrap' : ''}`}>
      {tags.slice(0, most).map((tag) => (
        <TagChip key={tag.id} tag={tag} asDots={asDots} />
      ))}
      {others.length > 0 && (
        <li
          title={others.map(({ name }) => name).join(', ')}
          className={`shrink-0 rounded-full border border-line px-2 py-0.5 text-xs font-medium text-muted ${asDots ? 'tabular:border-0 tabular:px-0' : ''}`}
        >
          +{others.length}
        </li>
      )}
    </ul>
  );
}
