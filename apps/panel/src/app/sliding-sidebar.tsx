import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { usePlace } from '@pulso/web/navigation/navigation';
import { backdropClass } from '@pulso/web/ui/dialogs/dialog';
import { Brand, Sidebar } from '#app/sidebar';

/** The menu over the page on a small screen; choosing an entry closes it. */
export function SlidingSidebar({ onClose }: { onClose: () => void }) {
  const { pathname } = usePlace();
  const [openedAt] = useState(pathname);
  return (
    <Dialog.Root
      open={pathname === openedAt}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col border-r border-line bg-surface pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] transition-transform duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex h-16 items-center justify-between border-b border-line px-4">
            <Dialog.Title render={<span />}>
              <Brand />
            </Dialog.Title>
            <Dialog.Close
              aria-label="Cerrar el menú"
              className="inline-flex size-11 items-center justify-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <Sidebar />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
