import type { Access } from '@pulso/contract/coaching/access';
import { displayName } from '@pulso/contract/kit/labels';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import { Copy, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, reasonOf } from '@pulso/web/answers';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { copyText } from '@pulso/web/ui/copy-text';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { showFailureToast } from '#api/report-failure';
import { MessagePreview } from '#features/billing/collections/message-preview';
import { accessMessage, clientAddress, describeAccess, isPublicAddress } from '#features/coaching/access/access.rules';
import { useSendAccess } from '#features/coaching/access/use-access';
import { WrongNumber } from '#features/coaching/access/wrong-number';
import { FormSkeleton } from '#forms/form-dialog';
import { ChatLink } from '#screens/chat-window';

const FAILURE = 'Error al crear el acceso. Por favor intenta de nuevo.';
const CONFLICT = 409;

type User = { id: number; name: string; phone: string };
type Props = { user: User; onClose: () => void };

function CopyMessage({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setDone(true);
    speak('Copiado');
  };
  return (
    <Button
      icon={<Copy aria-hidden className="size-4" />}
      onClick={() => void copy().catch((error: unknown) => showFailureToast('Error al copiar el mensaje', error))}
    >
      {done ? 'Copiado' : 'Copiar'}
    </Button>
  );
}

/** The message as it will be sent, with what there is to know of it. */
function SentAccess({ user, access, message }: { user: User; access: Access; message: string }) {
  const address = clientAddress(access, location.origin);
  return (
    <div className="space-y-4 p-5 text-sm">
      <MessagePreview label={`Así le llega a ${displayName(user.name)}`} text={message} missing="" />
      <p className="text-muted">{describeAccess(access)}</p>
      {!isPublicAddress(address) && (
        <p role="status" className="rounded-control bg-yellow-soft p-3 font-medium wrap-anywhere text-yellow">
          Esta dirección no es pública ({address}): el enlace no abrirá en el teléfono de tu cliente.
        </p>
      )}
    </div>
  );
}

/** Makes an access as it opens, and shows the message with it. */
export function AccessDialog({ user, onClose }: Props) {
  const { mutate, data: access, error } = useSendAccess(user.id);
  const isAsked = useRef(false);
  useEffect(() => {
    // Another access would end this one: it is made once, however often the dialog is drawn.
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  if (error || !access)
    return (
      <Dialog open onClose={onClose} title="Enviar acceso" footer={<Button onClick={onClose}>Cerrar</Button>}>
        {error ? (
          <div className="p-5">
            {error instanceof CallFailure && error.status === CONFLICT ? (
              <FailureState message={reasonOf(error)} />
            ) : (
              <FailureState message={FAILURE} reason={reasonOf(error)} onRetry={() => mutate()} />
            )}
          </div>
        ) : (
          <FormSkeleton rows={3} />
        )}
      </Dialog>
    );
  const address = clientAddress(access, location.origin);
  const message = accessMessage({ access, address, name: user.name });
  const number = whatsappNumber(user.phone, access.area_code);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Enviar acceso"
      footer={
        <>
          <CopyMessage text={message} />
          {number === undefined ? (
            <WrongNumber userId={user.id} />
          ) : (
            <ChatLink link={whatsappLink(number, message)} className={buttonClass('primary')}>
              <MessageCircle aria-hidden className="size-4" />
              Abrir WhatsApp
            </ChatLink>
          )}
        </>
      }
    >
      <SentAccess user={user} access={access} message={message} />
    </Dialog>
  );
}
