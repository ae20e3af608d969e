import { chooseSingleKeys, usesSingleKeys } from '#app/keys';
import { Dialog } from '#ui/dialog';

const keys: [key: string, what: string][] = [
  ['Ctrl K', 'Ir a una pantalla, una persona o una acción'],
  ['/', 'Buscar en la lista'],
  ['N', 'Crear uno nuevo'],
  ['?', 'Ver estos atajos'],
  ['Esc', 'Cerrar lo que está abierto'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Atajos de teclado" className="max-w-md">
      <dl className="divide-y divide-line px-5 py-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="flex items-center justify-between gap-4 py-3">
            <dt>{what}</dt>
            <dd>
              <kbd className="inline-flex min-w-8 justify-center whitespace-nowrap rounded border border-line bg-sunken px-2 py-1 text-xs font-semibold">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-12 items-center gap-3 border-t border-line px-5 text-sm font-medium">
        <input
          type="checkbox"
          className="size-5"
          defaultChecked={usesSingleKeys()}
          onChange={({ target }) => chooseSingleKeys(target.checked)}
        />
        Usar los atajos de una sola tecla
      </label>
    </Dialog>
  );
}
