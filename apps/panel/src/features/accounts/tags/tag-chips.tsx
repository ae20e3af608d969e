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
function TagChip({ tag: { name, colour } }: { tag: ShownTag }) {
  return (
    <li
      title={name}
      className="inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line px-2 py-0.5 text-xs font-medium"
    >
      <TagDot colour={colour} />
      <span className="truncate">{name}</span>
    </li>
  );
}

type Props = { tags: readonly ShownTag[]; /** On one line, and the others told by their number. */ most?: number };

export function TagChips({ tags, most }: Props) {
  const others = tags.slice(most ?? tags.length);
  return (
    <ul aria-label="Etiquetas" className={`flex min-w-0 gap-1 ${most === undefined ? 'flex-wrap' : ''}`}>
      {tags.slice(0, most).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {others.length > 0 && (
        <li
          title={others.map(({ name }) => name).join(', ')}
          className="shrink-0 rounded-full border border-line px-2 py-0.5 text-xs font-medium text-muted"
        >
          +{others.length}
        </li>
      )}
    </ul>
  );
}
