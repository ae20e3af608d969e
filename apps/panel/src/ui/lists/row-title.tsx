import { displayName } from '@pulso/contract/kit/labels';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import type { Address } from '#addresses';

type Props = {
  name: string;
  /** Address of the detail; a whole card leads there. */
  to: Address;
  picture?: ReactNode;
  /** Icon instead of the initial, if the name's first letter says nothing. */
  sign?: LucideIcon;
  /** True for a person, whose initial stands beside the name in a wide table too. */
  isPerson?: boolean;
  /** Second line, if there is room for one. */
  text?: string;
  /** Key of the column that has this text too: the line stands in for it while it is put away. */
  textOf?: 'phone';
};

/** Position of the picture when the row is a card. */
const pictureClass = 'absolute top-3 left-3 shrink-0';

const nameClass = 'line-clamp-2 wrap-anywhere';
const textClass = 'hidden truncate text-xs text-muted tabular:group-data-dense/table:hidden';

/** The name of a row, linked to its detail; if it is cut, the tooltip shows it whole. */
export function RowTitle({ name, to, picture, sign: Sign, isPerson = false, text, textOf }: Props) {
  const shownLabel = displayName(name);
  return (
    <span className="flex items-center gap-3">
      {picture ? (
        <span data-face className={`${pictureClass} tabular:static`}>
          {picture}
        </span>
      ) : (
        // Rendered by the style sheet, because the initial is not part of the name.
        <span
          aria-hidden
          data-face
          data-initial={Sign ? '' : [...shownLabel][0]?.toLocaleUpperCase('es-AR')}
          className={`${pictureClass} flex size-11 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent before:content-[attr(data-initial)] tabular:static tabular:size-7 tabular:text-xs ${isPerson ? 'tabular:hidden tabular:@7xl:flex' : 'tabular:hidden'}`}
        >
          {Sign && <Sign className="size-5" />}
        </span>
      )}
      <span className="min-w-0 flex-1">
        {/* Placeholder with the height of the card's name, whose link covers the whole card. Its text is rendered
            by the style sheet, because the name is in the page already. */}
        <span
          aria-hidden
          data-text={shownLabel}
          className={`${nameClass} invisible font-semibold before:content-[attr(data-text)] tabular:hidden`}
        />
        <Link
          to={to}
          title={shownLabel}
          className="absolute inset-0 pt-2.5 pr-14 pl-17 font-semibold -outline-offset-2 tabular:static tabular:block tabular:p-0 tabular:font-medium tabular:underline-offset-4 tabular:outline-offset-2 tabular:hover:underline"
        >
          <span className={`${nameClass} tabular:leading-4 tabular:group-data-dense/table:line-clamp-1`}>
            {shownLabel}
          </span>
        </Link>
        {text && !textOf && (
          <span title={text} className={`${textClass} tabular:block`}>
            {text}
          </span>
        )}
        {/* By the style sheet too: it is in the page already, in its own column. */}
        {text && textOf && (
          <span
            data-text={text}
            className={`${textClass} before:content-[attr(data-text)] tabular:group-data-[off~=phone]/table:block`}
          />
        )}
      </span>
    </span>
  );
}
