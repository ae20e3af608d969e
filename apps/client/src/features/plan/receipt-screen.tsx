import type { MyReceipt } from '@pulso/contract/coaching/claims';
import { receiptNumber } from '@pulso/contract/billing/payments.labels';
import { ImageDown, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { useParams } from '@pulso/web/navigation/navigation';
import { drawReceiptPicture } from '@pulso/web/receipt/receipt-picture';
import { ReceiptSheet } from '@pulso/web/receipt/receipt-sheet';
import { buildReceiptText, type ReceiptText } from '@pulso/web/receipt/receipt.rules';
import { Button } from '@pulso/web/ui/controls/button';
import { download } from '@pulso/web/ui/download';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useAnswer } from '#http/answers';
import { AnswerStates, Screen } from '#features/screen';

const PNG_TYPE = 'image/png';
const BACK = { to: addresses.plan, label: 'Mi plan' };

const toPngFile = (name: string, blob: Blob) => new File([blob], name, { type: PNG_TYPE });
const canShare = () => navigator.canShare?.({ files: [toPngFile('comprobante.png', new Blob())] }) ?? false;

export function ReceiptScreen() {
  const { id = '' } = useParams();
  const path = `my/payment/${encodeURIComponent(id)}`;
  const answer = useAnswer<MyReceipt>(path);
  return (
    <Screen title="Comprobante" back={BACK} answer={answer}>
      <AnswerStates
        path={path}
        answer={answer}
        failure="Error al cargar el comprobante"
        skeleton={<div className="skeleton h-112 w-full rounded-card" />}
      >
        {(receipt) => {
          const text = buildReceiptText(receipt, receipt.business.logo_image);
          return (
            <>
              <ReceiptSheet text={text} />
              <Actions id={receipt.id} text={text} />
            </>
          );
        }}
      </AnswerStates>
    </Screen>
  );
}

function Actions({ id, text }: { id: number; text: ReceiptText }) {
  const [offersShare] = useState(canShare);
  const [failure, setFailure] = useState<{ message: string; reason: string }>();
  const name = `comprobante_${receiptNumber(id)}.png`;
  const attempt = async (message: string, work: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      // Closing the phone's own sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setFailure({ message, reason: reasonOf(error) });
    }
  };
  const save = () =>
    attempt('Error al descargar la imagen. Por favor intenta de nuevo.', async () =>
      download(name, await drawReceiptPicture(text), PNG_TYPE),
    );
  const share = () =>
    attempt('Error al compartir el comprobante. Por favor intenta de nuevo.', async () =>
      navigator.share({ files: [toPngFile(name, await drawReceiptPicture(text))], title: text.title }),
    );
  return (
    <div className="mt-5 grid gap-2 print:hidden">
      {offersShare && (
        <Button look="primary" icon={<Share2 aria-hidden className="size-5" />} onClick={() => void share()}>
          Compartir
        </Button>
      )}
      <Button icon={<ImageDown aria-hidden className="size-5" />} onClick={() => void save()}>
        Descargar imagen
      </Button>
      <Button icon={<Printer aria-hidden className="size-5" />} onClick={() => window.print()}>
        Imprimir
      </Button>
      {failure && (
        <ErrorBox>
          <p>{failure.message}</p>
          <p>{failure.reason}</p>
        </ErrorBox>
      )}
    </div>
  );
}
