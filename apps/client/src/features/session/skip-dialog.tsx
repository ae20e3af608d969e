import { REASON_LENGTH, skipReasonLabels, type SkipReason } from '@pulso/contract/coaching/workouts.labels';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { TextArea } from '#features/session/text-area';

type Props = {
  title: string;
  open: boolean;
  onClose: () => void;
  onSkip: (given: { reason: SkipReason; text: string }) => void;
};

/** 'Saltar': a tap on a reason is enough, but for another one, which may be told. */
export function SkipDialog({ title, open, onClose, onSkip }: Props) {
  const [isTelling, setTelling] = useState(false);
  const [text, setText] = useState('');
  const reasons = Object.entries(skipReasonLabels) as [SkipReason, string][];
  return (
    <Dialog open={open} onClose={onClose} title={`Saltar ${title}`}>
      <div className="grid gap-2 p-5">
        {reasons.map(([reason, label]) => (
          <Button
            key={reason}
            aria-expanded={reason === 'other' ? isTelling : undefined}
            className="py-4"
            onClick={() => (reason === 'other' ? setTelling(true) : onSkip({ reason, text: '' }))}
          >
            {label}
          </Button>
        ))}
        {isTelling && (
          <>
            <TextArea label="Por qué (opcional)" maxLength={REASON_LENGTH} rows={2} value={text} onChange={setText} />
            <Button look="primary" onClick={() => onSkip({ reason: 'other', text: text.trim() })}>
              Saltar
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
