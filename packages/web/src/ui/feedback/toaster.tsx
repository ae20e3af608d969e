import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link } from '../../navigation/link';
import { speak } from './live-region';
import { placeToasts } from './toast-place';
import { onToast, takeToasts, type ToastMessage } from './toast-queue';

/** Longer than other toasts: there is something to decide. */
const UNDO_MS = 12_000;

/** Base UI closes a message with this timeout only when it is asked to. */
const NEVER = 0;

type ToastActionsProps = Pick<ToastMessage, 'link' | 'undo' | 'copy'>;

const actionClass =
  'inline-flex min-h-11 items-center text-sm font-semibold whitespace-nowrap text-text underline underline-offset-4 hover:no-underline sm:min-h-8';

function CopyButton({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    speak('Copiado');
  };
  return (
    <button type="button" className={actionClass} onClick={() => void copy()}>
      {done ? 'Copiado' : 'Copiar'}
    </button>
  );
}

/** Follow-up actions of a message: open the item, copy what it says, or undo. */
function ToastActions({ link, undo, copy, onDone }: ToastActionsProps & { onDone: () => void }) {
  if (!link && !undo && copy === undefined) return null;
  return (
    <div className="mt-1 flex flex-wrap gap-x-4">
      {link && (
        <Link to={link.to} className={actionClass} onFollow={onDone}>
          {link.label}
        </Link>
      )}
      {copy !== undefined && <CopyButton text={copy} />}
      {undo && (
        <button
          type="button"
          className={actionClass}
          onClick={() => {
            undo();
            onDone();
          }}
        >
          Deshacer
        </button>
      )}
    </div>
  );
}

/** The next screen has mostly come by then. */
const SETTLED_MS = 600;

function ToastList({ viewport }: { viewport: RefObject<HTMLElement | null> }) {
  const { toasts, add, close } = Toast.useToastManager<ToastActionsProps>();
  useEffect(() => {
    const show = () => {
      for (const { title, description, tone = 'bad', link, undo, undoMs = UNDO_MS, copy, until } of takeToasts()) {
        if (until?.aborted) continue;
        // Bad news is an alert by itself.
        if (tone === 'good') speak([title, description].filter(Boolean).join(': '));
        const id = add<ToastActionsProps>({
          title,
          description,
          type: tone,
          timeout: copy === undefined ? undo && undoMs : NEVER,
          data: { link, undo, copy },
        });
        until?.addEventListener('abort', () => close(id), { once: true });
      }
    };
    // Shows messages queued while this code was loading.
    show();
    return onToast(show);
  }, [add, close]);
  const { length } = toasts;
  useEffect(() => {
    const place = () => viewport.current && placeToasts(viewport.current);
    place();
    const timer = setTimeout(place, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [length, viewport]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // Base UI calls it a dialog, which it is not: nothing waits for an answer.
      role="group"
      aria-modal={undefined}
      className="flex items-start gap-3 rounded-card border border-line bg-raised p-4 shadow-float transition duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      {toast.type === 'good' ? (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-green" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-red" />
      )}
      {/* Bad news is announced at once, from here: Base UI's own priority would hide the toast from assistive technology. */}
      <div role={toast.type === 'good' ? undefined : 'alert'} className="min-w-0 flex-1 break-words">
        <Toast.Title className="text-sm font-semibold" />
        <Toast.Description className="mt-0.5 text-sm whitespace-pre-line text-muted" />
        <ToastActions {...toast.data} onDone={() => close(toast.id)} />
      </div>
      <Toast.Close
        aria-label="Cerrar aviso"
        // Base UI hides the button until the mouse hovers, which keyboards and screen readers never do.
        aria-hidden={false}
        className="-m-3 inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-sunken"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ));
}

/** Container of the toasts; mounted by the first of them. */
export function Toaster() {
  const viewport = useRef<HTMLDivElement>(null);
  return (
    <Toast.Provider timeout={7_000} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          ref={viewport}
          aria-label="Avisos"
          // Already announced, in a live region that existed before the first toast.
          aria-live="off"
          // Where it covers no button, if there is such a place; beside an open dialog in the corner. On a phone above
          // a form's buttons, which are needed to retry, and above a dialog, which stands at the bottom.
          className="fixed z-70 flex flex-col gap-2 max-sm:right-4 max-sm:bottom-[calc(var(--foot,5rem)+env(safe-area-inset-bottom))] max-sm:left-4 max-sm:in-data-dialog:top-4 max-sm:in-data-dialog:bottom-auto sm:right-6 sm:bottom-4 sm:w-90 sm:data-[place=bottom]:right-auto sm:data-[place=bottom]:left-[calc(50%-3.25rem)] sm:data-[place=foot]:bottom-20 sm:data-[place=left]:right-auto sm:data-[place=left]:left-68 sm:data-[place=top]:top-2 sm:data-[place=top]:right-auto sm:data-[place=top]:bottom-auto sm:data-[place=top]:left-[calc(50%-3.25rem)] print:hidden"
        >
          <ToastList viewport={viewport} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
