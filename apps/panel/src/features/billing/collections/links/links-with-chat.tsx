import { LinkChatDialog } from '#features/billing/collections/links/link-chat-dialog';
import { LinksScreen } from '#features/billing/links/links-screen';

export function LinksWithChat() {
  return <LinksScreen Chat={LinkChatDialog} />;
}
