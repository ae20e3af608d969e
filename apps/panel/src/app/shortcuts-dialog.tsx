import { Link } from '@pulso/web/navigation/link';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { addresses } from '#addresses';
import { areSingleKeysEnabled, setSingleKeysEnabled } from '#api/single-keys';
import { KeyList } from '#ui/details/key-list';

const shortcuts: [key: string, what: string][] = [
  ['Ctrl K', 'Ir a una pantalla, una persona o una acción'],
  ['/', 'Buscar en la lista'],
  ['N', 'Crear uno nuevo'],
  ['?', 'Ver estos atajos'],
  ['F6', 'Ir a los avisos'],
  ['Esc', 'Cerrar lo que está abierto'],
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Atajos de teclado" className="max-w-md">
      <KeyList keys={shortcuts} />
      <label className="flex min-h-12 items-center gap-3 border-t border-line px-5 text-sm font-medium">
        <input
          type="checkbox"
          className="size-5"
          defaultChecked={areSingleKeysEnabled()}
          onChange={({ target }) => setSingleKeysEnabled(target.checked)}
        />
        Usar los atajos de una sola tecla
      </label>
      <p className="border-t border-line px-5 py-3 text-sm">
        <Link
          to={addresses.guide}
          onFollow={onClose}
          className="inline-flex min-h-11 items-center font-medium text-accent underline"
        >
          Ver la ayuda
        </Link>
      </p>
    </Dialog>
  );
}
