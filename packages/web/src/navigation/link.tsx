import { useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import type { Address } from './address';
import { navigate, preload, usePlace } from './navigation';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick' | 'target'> & {
  to: Address;
  /** Called when the link is followed in this tab. */
  onFollow?: () => void;
  /** Leads back to the list as it was left; in a new tab, or copied, the link is the bare list. */
  asLeft?: boolean;
};

/** A pointer that rests this long is about to click; one that passes is not. */
const PRELOAD_DELAY_MS = 60;

const isNewTabClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** A link to a screen, whose code loads while the pointer rests on it. */
export function Link({ to, onFollow, asLeft, children, ...props }: Props) {
  const rest = useRef(0);
  return (
    <a
      {...props}
      href={to}
      onPointerEnter={() => (rest.current = window.setTimeout(preload, PRELOAD_DELAY_MS, to))}
      onPointerLeave={() => window.clearTimeout(rest.current)}
      onClick={(event) => {
        if (isNewTabClick(event)) return;
        event.preventDefault();
        // Second click of a double click: it hit whatever the first one put under the pointer, perhaps another row.
        if (event.detail > 1) return;
        onFollow?.();
        // A link to the current address adds no history entry, as in a browser.
        void navigate(to, { replace: event.currentTarget.href === location.href, asLeft });
      }}
    >
      {children}
    </a>
  );
}

/** A menu entry: marked as the current page while its screen, or one inside it, is shown. */
export function MenuLink(props: Props) {
  const { pathname } = usePlace();
  const isCurrent = `${pathname}/`.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
