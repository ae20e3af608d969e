import { Dialog } from '#ui/dialogs/dialog';
import { KeyList } from '#ui/details/key-list';

const shortcuts: [key: string, what: string][] = [
  ['↓ ↑', 'Moverse (también J y K)'],
  ['W', 'Escribir por WhatsApp'],
  ['C', 'Cobrar'],
  ['R', 'Renovar'],
  ['P', 'Anotar una promesa'],
  ['S', 'Posponer'],
  ['T', 'Elegir la plantilla'],
  ['Enter', 'Ver detalles'],
  ['?', 'Ver estos atajos'],
];

type Props = { onClose: () => void; returnTo?: () => HTMLElement | null };

/** The keys of the list, which work while the focus is in it. */
export function HelpDialog({ onClose, returnTo }: Props) {
  return (
    <Dialog open onClose={onClose} title="Atajos de Cobranzas" className="max-w-md" returnTo={returnTo}>
      <KeyList keys={shortcuts} />
      <p className="border-t border-line px-5 py-4 text-sm text-muted">
        Funcionan cuando el foco está en la lista. Después de cada acción el foco pasa al cliente siguiente.
      </p>
    </Dialog>
  );
}
