import type { LibraryKind } from '@pulso/contract/content/library';
import { LibraryBig } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { serverOffers } from '#api/session';

const LibraryDialog = lazy(async () => ({
  default: (await import('#features/content/library/library-dialog')).LibraryDialog,
}));

/** Opens the library at things of one kind; nothing where the server has none. */
export function LibraryButton({ kind }: { kind: LibraryKind }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!serverOffers('library')) return null;
  return (
    <>
      <Button icon={<LibraryBig aria-hidden className="size-4" />} onClick={() => setIsOpen(true)}>
        Agregar de la biblioteca
      </Button>
      {isOpen && (
        <Suspense>
          <LibraryDialog kind={kind} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
