import { whatsappWebLink } from '@pulso/contract/kit/whatsapp';
import { useEffect, type ReactNode } from 'react';
import { CHATS_ARE_LINKS } from '#api/strict-spec';

const WINDOW_NAME = 'pulso-whatsapp';

/**
 * An empty frame opens the chats: a window without an opener cannot be found again by its name, and one that is opened
 * by the page itself could lead the page elsewhere. Chromium lets a window navigate its opener, but not what is around.
 */
let opener: HTMLIFrameElement | undefined;

function findOpener(): Window {
  if (!opener?.isConnected) {
    opener = document.createElement('iframe');
    opener.hidden = true;
    document.body.append(opener);
  }
  return opener.contentWindow ?? window;
}

/** A computer has WhatsApp Web, a phone the app, which only a link of its own opens. */
const hasChatWindow = () => !CHATS_ARE_LINKS && matchMedia('(hover: hover) and (pointer: fine)').matches;

/**
 * Opens chats, given as links to wa.me: on a computer all of them in one window of WhatsApp Web. False if the browser
 * refused; of a tab without an opener it does not tell.
 */
export function useChatWindow(): (link: string) => boolean {
  useEffect(() => {
    // Before the first key or click: a later frame would not count as one that the person has used, and may open nothing.
    if (hasChatWindow()) findOpener();
  }, []);
  return (link) => {
    if (hasChatWindow()) return findOpener().open(whatsappWebLink(link), WINDOW_NAME) !== null;
    window.open(link, '_blank', 'noopener,noreferrer');
    return true;
  };
}

type LinkProps = { link: string; className: string; onFollow?: () => void; children: ReactNode };

/** A link to a chat; followed in the window of the chats. */
export function ChatLink({ link, className, onFollow, children }: LinkProps) {
  const openChat = useChatWindow();
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={(event) => {
        onFollow?.();
        if (!hasChatWindow()) return;
        event.preventDefault();
        openChat(link);
      }}
    >
      {children}
    </a>
  );
}
