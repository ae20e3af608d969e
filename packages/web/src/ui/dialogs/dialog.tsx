import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useRootAttribute } from '../hooks/use-root-attribute';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Footer that stays visible while the body scrolls. */
  footer?: ReactNode;
  /** Width class, if the width of a form does not fit. */
  className?: string;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

export const backdropClass =
  'fixed inset-0 z-40 bg-black/50 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** Marks the root while a dialog is open, which stands at the bottom of a phone. */
function RootMark() {
  useRootAttribute('data-dialog');
  return null;
}

/** A modal: focus goes to its first field, Esc closes, focus returns. `onClose` decides whether it may close. */
export function Dialog({ open, onClose, title, children, footer, className = 'max-w-lg', returnTo }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  // By default the close button, which comes first, would get the focus; kept for touch, where a field opens the
  // keyboard, unless the dialog is there to be typed into.
  const firstField = (opened: string) => {
    const first = popup.current?.querySelector<HTMLElement>('[data-choices], input, textarea, select');
    const choice =
      first?.querySelector<HTMLElement>('[type=radio]:checked') ?? first?.querySelector<HTMLElement>('[type=radio]');
    const waits = opened === 'touch' && !first?.hasAttribute('data-typed-at-once');
    return waits || (choice ?? first ?? true);
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-x-0 top-0 bottom-(--keyboard,0px) z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={firstField}
            finalFocus={returnTo}
            className={`flex max-h-full w-full flex-col ${className} rounded-t-card border border-line bg-raised shadow-float short:overflow-y-auto transition duration-150 sm:rounded-card data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0`}
          >
            <RootMark />
            <div className="flex shrink-0 items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              <Base.Close
                aria-label="Cerrar"
                className="inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
              >
                <X aria-hidden className="size-5" />
              </Base.Close>
            </div>
            <div className="min-h-0 overflow-y-auto overscroll-contain short:shrink-0 short:overflow-visible">
              {children}
            </div>
            {footer && (
              <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 foot-safe">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
