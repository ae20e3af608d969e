import { useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import type { Address } from '#addresses';
import { navigate, preload, usePlace } from '#navigation/navigation';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick' | 'target'> & {
  to: Address;
  /** Called when it is followed in this tab. */
  onFollow?: () => void;
  /** Back to a list as it was left; opened elsewhere, or read as an address, it is the bare list. */
  asLeft?: boolean;
};

/** A pointer that rests as long is about to click; one that passes is not. */
const REST_MS = 60;

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Leads to a screen, whose code comes while the pointer rests on the link. */
export function Link({ to, onFollow, asLeft, children, ...props }: Props) {
  const rest = useRef(0);
  return (
    <a
      {...props}
      href={to}
      onPointerEnter={() => (rest.current = window.setTimeout(preload, REST_MS, to))}
      onPointerLeave={() => window.clearTimeout(rest.current)}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        // The second click of a double click: it fell on what the first one put under the pointer, another row perhaps.
        if (event.detail > 1) return;
        onFollow?.();
        // As a browser does: a link to where one is adds no step to go back.
        void navigate(to, { replace: event.currentTarget.href === location.href, asLeft });
      }}
    >
      {children}
    </a>
  );
}

/** An entry of a menu: marked as the current page where its screen, or one inside it, is shown. */
export function MenuLink(props: Props) {
  const { pathname } = usePlace();
  const isCurrent = `${pathname}/`.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
