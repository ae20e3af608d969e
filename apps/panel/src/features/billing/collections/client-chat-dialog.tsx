import { messageTemplates, type MessageTemplate } from '@pulso/contract/billing/collections';
import { fillTemplate } from '@pulso/contract/billing/message-text';
import { today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import { reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { useList } from '#api/resources';
import { serverOffers } from '#api/session';
import { useBusiness } from '#features/billing/business/use-business';
import { toCollectionRow } from '#features/billing/collections/client-chat.rules';
import { messageValuesOf, pickTemplate, withLink } from '#features/billing/collections/collections.rules';
import { TemplateDialog } from '#features/billing/collections/template-dialog';
import { ChatTroubleNote } from '#screens/chat-trouble-note';
import { useContactChat } from '#features/billing/collections/use-chat';
import { useContacts } from '#features/billing/collections/use-collections';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { FormSkeleton } from '#forms/form-dialog';

export const CLIENT_CHAT_TITLE = 'Escribir por WhatsApp';

type Props = {
  user: { id: number; name: string; phone: string; status: boolean };
  /** Address to pay at, which the message is about. */
  link?: string;
  onClose: () => void;
};

/** Writes to one client in the words of a template, and notes the contact down as Cobranzas does. */
export function ClientChatDialog({ user, link, onClose }: Props) {
  const day = today(useNow());
  const chat = useContactChat();
  const [templates, business, contacts] = [useList(messageTemplates), useBusiness(), useContacts(user.id)];
  const renewal = useRenewal(user.id);
  const parts = [templates, business, contacts, ...(serverOffers('renew') ? [renewal] : [])];
  const failed = parts.filter(({ error, data }) => error && !data);
  const number = business.data && whatsappNumber(user.phone, business.data.area_code);
  if (!templates.data || !contacts.data || number === undefined || parts.some(({ data }) => !data))
    return (
      <Dialog open onClose={onClose} title={CLIENT_CHAT_TITLE} footer={<Button onClick={onClose}>Cancelar</Button>}>
        {failed.length > 0 ? (
          <div className="p-5">
            <FailureState
              message="Error al cargar las plantillas"
              reason={reasonOf(failed[0]?.error)}
              onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            />
          </div>
        ) : business.data && number === undefined ? (
          <p className="p-5 text-sm">
            {displayName(user.name)} no tiene un número válido para WhatsApp.{' '}
            <Link to={addresses.users.edit(user.id)} className="font-semibold text-accent underline underline-offset-4">
              Corregir
            </Link>
          </p>
        ) : (
          <FormSkeleton rows={4} />
        )}
      </Dialog>
    );
  const loadedRow = toCollectionRow(user, renewal.data, contacts.data[0]);
  const row = { ...loadedRow, link: link ?? loadedRow.link };
  const textOf = (template: MessageTemplate) => {
    const text = fillTemplate(template.text, messageValuesOf(row, business.data, day));
    return link === undefined ? text : withLink(text, link);
  };
  const trouble = chat.troubles.get(user.id);
  const write = async (template: MessageTemplate) => {
    const text = textOf(template);
    const message = {
      row,
      place: 0,
      link: whatsappLink(number, text),
      text,
      templateId: template.id,
      riseId: undefined,
    };
    if (await chat.write(message)) onClose();
  };
  return (
    <TemplateDialog
      title={CLIENT_CHAT_TITLE}
      submit="Abrir WhatsApp"
      busy={chat.isSending(user.id)}
      templates={templates.data}
      chosen={
        (link === undefined ? undefined : templates.data.find(({ text }) => text.includes('{link}'))) ??
        pickTemplate(templates.data, '', row, day)
      }
      textOf={textOf}
      onChoose={(template) => void write(template)}
      onClose={onClose}
    >
      {trouble && (
        <ChatTroubleNote
          trouble={trouble}
          onDo={(deed) => {
            if (deed === 'again') return void chat.write(trouble.message).then((isOpen) => isOpen && onClose());
            if (deed === 'forget') return chat.forget(user.id);
            chat.follow(trouble);
            onClose();
          }}
        />
      )}
    </TemplateDialog>
  );
}
