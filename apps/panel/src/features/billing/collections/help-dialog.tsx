import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { LIST_KEYS_NEED_FOCUS } from '#api/strict-spec';
import { collectionKeys } from '#features/billing/collections/collection-keys';
import { KeyList } from '#ui/details/key-list';

const shortcuts: [key: string, what: string][] = [
  ['↓ ↑', 'Moverse (también J y K)'],
  ...collectionKeys.map(({ key, what }): [string, string] => [key, what]),
  ['?', 'Ver estos atajos'],
];

type Props = { onClose: () => void; returnTo?: () => HTMLElement | null };

/** The keys of the list. */
export function HelpDialog({ onClose, returnTo }: Props) {
  return (
    <Dialog open onClose={onClose} title="Atajos de Cobranzas" className="max-w-md" returnTo={returnTo}>
      <KeyList keys={shortcuts} />
      <p className="border-t border-line px-5 py-4 text-sm text-muted">
        {LIST_KEYS_NEED_FOCUS
          ? 'Funcionan cuando el foco está en la lista.'
          : 'Funcionan mientras no escribas en un campo.'}{' '}
        Después de cada acción sigue el cliente siguiente.
      </p>
    </Dialog>
  );
}
