import { messageTemplates } from '@pulso/contract/billing/collections';
import type { Access } from '@pulso/contract/coaching/access';
import { displayName } from '@pulso/contract/kit/labels';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import { Copy, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CallFailure, reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { copyText } from '@pulso/web/ui/copy-text';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { showFailureToast } from '#api/report-failure';
import { useList } from '#api/resources';
import { useBusiness } from '#features/billing/business/use-business';
import { MessagePreview } from '#features/billing/collections/message-preview';
import {
  ACCESS_TEXT,
  accessMessage,
  clientAddress,
  describeAccess,
  isPublicAddress,
} from '#features/coaching/access/access.rules';
import { useSendAccess } from '#features/coaching/access/use-access';
import { FormSkeleton } from '#forms/form-dialog';
import { ChatLink } from '#screens/chat-window';
import { plainText } from '#ui/text/plain-text';

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
  const [templates, business] = [useList(messageTemplates), useBusiness()];
  const isLoading = !access || templates.isLoading || business.isLoading;
  if (error || isLoading)
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
  const text = templates.data?.find(({ name }) => plainText(name) === 'acceso')?.text ?? ACCESS_TEXT;
  const address = clientAddress(access, location.origin);
  const message = accessMessage({ access, address, text, name: user.name, business: business.data?.name });
  const number = whatsappNumber(user.phone, business.data?.area_code);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Enviar acceso"
      footer={
        <>
          <CopyMessage text={message} />
          {number === undefined ? (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
              Número no válido para WhatsApp
              <Link
                to={addresses.users.edit(user.id)}
                className="inline-flex min-h-11 items-center font-semibold text-accent underline"
              >
                Corregir
              </Link>
            </p>
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
