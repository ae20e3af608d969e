import { type Receipt, receiptBody } from '@pulso/contract/billing/payments';
import { receiptNumber } from '@pulso/contract/billing/payments.labels';
import { displayName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import { ImageDown, MessageCircle, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { CallFailure, dataOf, reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { useParams } from '@pulso/web/navigation/navigation';
import { drawReceiptPicture } from '@pulso/web/receipt/receipt-picture';
import { ReceiptSheet } from '@pulso/web/receipt/receipt-sheet';
import { buildReceiptText, type ReceiptText } from '@pulso/web/receipt/receipt.rules';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { download } from '@pulso/web/ui/download';
import { addresses } from '#addresses';
import { feeWords } from '#features/billing/ledger/fee-words';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { imageAddress } from '#api/address';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { AnnulDialog } from '#features/billing/payments/annul-dialog';
import { reasonText, canBeAnnulled } from '#features/billing/payments/ledger.rules';
import { useReceiptChat } from '#features/billing/payments/use-receipt-chat';
import { ChatLink } from '#screens/chat-window';
import { DetailSkeleton, ItemStates } from '#screens/item-states';
import { MainAction } from '#ui/layout/main-action';
import { PageHeader } from '#ui/layout/page';

const backLink = { to: addresses.payments.list, label: 'Volver a los pagos' };
const PNG_TYPE = 'image/png';

function useReceipt(id: string) {
  return useQuery({
    queryKey: [PAYMENTS_PATH, 'receipt', id],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', `${PAYMENTS_PATH}/${encodeURIComponent(id)}`, { signal }));
      const receipt = readRow({ path: PAYMENTS_PATH, row: receiptBody }, data, id);
      if (!receipt) throw new CallFailure(200, undefined);
      return receipt;
    },
  });
}

export function ReceiptScreen() {
  const { id = '' } = useParams();
  const receipt = useReceipt(id);
  return (
    <ItemStates
      item={receipt}
      failure={() => 'Error al cargar el comprobante'}
      reason={(error) => reasonOf(error)}
      back={backLink}
      skeleton={
        <DetailSkeleton>
          <div data-skeleton className="skeleton mx-auto h-112 max-w-md rounded-card" />
        </DetailSkeleton>
      }
    >
      {(loadedReceipt) => <LoadedReceipt key={loadedReceipt.id} receipt={loadedReceipt} />}
    </ItemStates>
  );
}

const toPngFile = (name: string, blob: Blob) => new File([blob], name, { type: PNG_TYPE });
const canShare = () => navigator.canShare?.({ files: [toPngFile('comprobante.png', new Blob())] }) ?? false;

type PictureProps = { id: number; text: ReceiptText; message: string; offersShare: boolean; isMain: boolean };

function PictureButtons({ id, text, message, offersShare, isMain }: PictureProps) {
  const name = `comprobante_${receiptNumber(id)}.png`;
  const save = async () => {
    try {
      download(name, await drawReceiptPicture(text), PNG_TYPE);
    } catch (error) {
      showFailureToast('Error al descargar la imagen', error);
    }
  };
  const share = async () => {
    try {
      const files = [toPngFile(name, await drawReceiptPicture(text))];
      await navigator.share({ files, title: text.title, ...(message && { text: message }) });
    } catch (error) {
      // Closing the device's own sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showFailureToast('Error al compartir el comprobante', error);
    }
  };
  const shareButton = (
    <Button
      look={isMain ? 'primary' : 'plain'}
      icon={<Share2 aria-hidden className="size-4" />}
      onClick={() => void share()}
    >
      Compartir
    </Button>
  );
  return (
    <>
      <Button icon={<ImageDown aria-hidden className="size-4" />} onClick={() => void save()}>
        Descargar imagen
      </Button>
      {offersShare && (isMain ? <MainAction>{shareButton}</MainAction> : shareButton)}
    </>
  );
}

/**
 * The main action, where the thumb is, sends the receipt if possible, else prints it. A phone shares the picture itself,
 * with the message; WhatsApp's link takes only words.
 */
function ReceiptActions({ receipt, text }: { receipt: Receipt; text: ReceiptText }) {
  const chat = useReceiptChat(receipt);
  const [offersShare] = useState(canShare);
  const message = typeof chat === 'object' ? chat.message : '';
  const isShared = offersShare && message !== '' && matchMedia('(pointer: coarse)').matches;
  const isSent = chat === 'unknown' || typeof chat === 'object';
  const print = (
    <Button
      look={isSent ? 'plain' : 'primary'}
      icon={<Printer aria-hidden className="size-4" />}
      onClick={() => window.print()}
    >
      Imprimir
    </Button>
  );
  const chatLink = (link: string) => (
    <ChatLink link={link} className={buttonClass(isShared ? 'plain' : 'primary')}>
      <MessageCircle aria-hidden className="size-4" />
      Enviar por WhatsApp
    </ChatLink>
  );
  return (
    <div className="mx-auto mt-5 flex max-w-[148mm] flex-wrap justify-center gap-2 print:hidden">
      {isSent ? print : <MainAction>{print}</MainAction>}
      <PictureButtons id={receipt.id} text={text} message={message} offersShare={offersShare} isMain={isShared} />
      {typeof chat === 'object' && (isShared ? chatLink(chat.link) : <MainAction>{chatLink(chat.link)}</MainAction>)}
      {chat === 'wrong number' && receipt.user && (
        <p className="flex items-center gap-2 text-sm text-muted">
          Número no válido para WhatsApp
          <Link
            to={addresses.users.edit(receipt.user.id)}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline"
          >
            Corregir
          </Link>
        </p>
      )}
    </div>
  );
}

function LoadedReceipt({ receipt }: { receipt: Receipt }) {
  const { user } = receipt;
  const text = buildReceiptText(receipt, imageAddress(receipt.business.logo_image));
  const [isAnnulling, setAnnulling] = useState(false);
  const because = reasonText(receipt);
  const fees = feeWords(receipt);
  return (
    <>
      <BackLink to={backLink.to}>{backLink.label}</BackLink>
      <div className="print:hidden">
        <PageHeader title="Comprobante" tab={text.title} context={user ? displayName(user.name) : ''}>
          {user && !user.deleted && <LinkButton to={addresses.users.detail(user.id)}>Ver el cliente</LinkButton>}
          {canBeAnnulled(receipt) && (
            <Button look="quietDanger" onClick={() => setAnnulling(true)}>
              Anular
            </Button>
          )}
        </PageHeader>
      </div>
      <ReceiptSheet text={text} />
      {because && <p className="mx-auto mt-3 max-w-[148mm] text-sm text-muted print:hidden">{because}</p>}
      {fees && (
        <p className="mx-auto mt-3 max-w-[148mm] text-center text-sm text-balance text-muted tabular-nums print:hidden">
          {fees} (tu cliente no lo ve)
        </p>
      )}
      <ReceiptActions receipt={receipt} text={text} />
      {isAnnulling && <AnnulDialog row={receipt} onClose={() => setAnnulling(false)} />}
    </>
  );
}
