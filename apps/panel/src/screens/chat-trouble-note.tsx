import { X } from 'lucide-react';
import { Button, buttonClass, IconButton, isSecondClick } from '@pulso/web/ui/controls/button';
import { ChatLink } from '#screens/chat-window';
import type { ChatTrouble } from '#screens/told-chat';

type Props = { trouble: ChatTrouble; onDo: (deed: 'follow' | 'again' | 'forget') => void };

/** Alert about a failed message, with the buttons that resolve it. */
export function ChatTroubleNote({ trouble: { kind, words, reason, message }, onDo }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-yellow-soft py-1 pl-3 text-sm font-medium text-yellow"
    >
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        {words}
        {reason && <span className="block font-normal">{reason}</span>}
      </p>
      {kind === 'silent' || kind === 'blocked' ? (
        <ChatLink link={message.link} className={buttonClass()} onFollow={() => onDo('follow')}>
          Abrir WhatsApp igual
        </ChatLink>
      ) : (
        <Button onClick={(event) => !isSecondClick(event) && onDo('again')}>
          {kind === 'overtaken' ? 'Escribir igual' : 'Reintentar'}
        </Button>
      )}
      <IconButton
        label="Cerrar aviso"
        icon={<X aria-hidden className="size-4" />}
        className="text-yellow!"
        onClick={() => onDo('forget')}
      />
    </div>
  );
}
