import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button, isSecondClick } from '../controls/button';
import { backdropClass } from './dialog';

type Props = {
  open: boolean;
  title: string;
  text: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
};

/** A question that must be answered; Esc means 'no', the safe answer. */
export function ConfirmDialog({ open, title, text, yes, no, onYes, onNo }: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onNo()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={`${backdropClass} z-60`} />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-60 w-[min(26rem,calc(100vw-2rem))] -translate-1/2 rounded-card border border-line bg-raised p-5 shadow-float">
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-muted">{text}</AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={onNo}>{no}</Button>
            <Button look="danger" onClick={(event) => !isSecondClick(event) && onYes()}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
