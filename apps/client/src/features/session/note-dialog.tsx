import { NOTE_LENGTH } from '@pulso/contract/coaching/workouts.labels';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { TextArea } from '#features/session/text-area';

export const NOTE_LABEL = 'Nota para tu entrenador (opcional)';

type Props = { note: string; open: boolean; busy: boolean; onClose: () => void; onSave: (text: string) => void };

/** 'Nota' */
export function NoteDialog({ note, open, busy, onClose, onSave }: Props) {
  const [text, setText] = useState(note);
  const save = (
    <Button look="primary" className="w-full" busy={busy} disabled={busy} onClick={() => onSave(text.trim())}>
      Guardar
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Nota" footer={save}>
      <div className="p-5">
        <TextArea label={NOTE_LABEL} maxLength={NOTE_LENGTH} rows={5} value={text} onChange={setText} />
      </div>
    </Dialog>
  );
}
