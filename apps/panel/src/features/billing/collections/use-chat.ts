import type { CollectionRow, ContactInput } from '@pulso/contract/billing/collections';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readContacts, sendContact, showContactInLists } from '#features/billing/collections/use-collections';
import { useToldChat } from '#screens/told-chat';

/** A message about to be written, its client, and the place of the client's row. */
export type ChatMessage = {
  row: CollectionRow;
  place: number;
  link: string;
  text: string;
  templateId: number;
  riseId: number | undefined;
};

/** Notes the contact down, then opens the chat. */
export function useContactChat() {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  /** Clients who were told of the rise whose list this is: they leave it, while elsewhere a row stays. */
  const [told, setTold] = useState<ReadonlySet<number>>(new Set());
  const chat = useToldChat<ChatMessage>({
    idOf: ({ row }) => row.user.id,
    tell: async ({ row, text, templateId, riseId }, signal) => {
      const { id } = row.user;
      const json: ContactInput = {
        channel: 'whatsapp',
        template_id: templateId,
        text,
        after: row.last_contact?.id ?? null,
        rise_id: riseId ?? null,
      };
      const headers = idempotencyKey({ id, json });
      showContactInLists(client, id, await sendContact(id, json, { headers, signal }));
    },
    overtaken: 'contacted',
    catchUp: async (message) => {
      const { row } = message;
      const [last] = await readContacts(row.user.id).catch(() => []);
      if (last) showContactInLists(client, row.user.id, last);
      return { ...message, row: { ...row, last_contact: last ?? row.last_contact } };
    },
    words: {
      silent: 'No se pudo anotar el contacto',
      blocked: 'El navegador no abrió WhatsApp. El contacto quedó anotado.',
      failed: 'Error al anotar el contacto. Por favor intenta de nuevo.',
    },
    onOpened: ({ row, riseId }) => {
      if (riseId !== undefined) setTold((before) => new Set(before).add(row.user.id));
    },
  });
  return { ...chat, told };
}

export type ContactChat = ReturnType<typeof useContactChat>;
