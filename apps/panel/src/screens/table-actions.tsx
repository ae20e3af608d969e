import { Eye, Pencil, Power, PowerOff, Trash2 } from 'lucide-react';
import type { Address } from '#addresses';
import { IconButton } from '#ui/button';
import { IconLink } from '#ui/links';

type Props = {
  name: string;
  detail: Address;
  edit: Address;
  active: boolean;
  busy: boolean;
  onToggle: () => void;
  /** What the browser asks before anything is deleted. */
  question: string;
  onDelete: () => void;
};

/** What can be done to a row: look, edit, switch on or off, and delete once the browser's own question is answered. */
export function TableActions({ name, detail, edit, active, busy, onToggle, question, onDelete }: Props) {
  const Switch = active ? PowerOff : Power;
  return (
    <span className="flex justify-end gap-1">
      <IconLink to={detail} label="Ver detalles" of={name} icon={<Eye aria-hidden className="size-4" />} />
      <IconLink to={edit} label="Editar" of={name} icon={<Pencil aria-hidden className="size-4" />} />
      <IconButton
        label={active ? 'Desactivar' : 'Activar'}
        title={`${active ? 'Desactivar' : 'Activar'}: ${name}`}
        disabled={busy}
        icon={<Switch aria-hidden className="size-4" />}
        onClick={onToggle}
      />
      <IconButton
        label="Eliminar"
        title={`Eliminar: ${name}`}
        disabled={busy}
        className="hover:bg-red-soft hover:text-red focus-visible:text-red"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => window.confirm(question) && onDelete()}
      />
    </span>
  );
}
