import type { CollectionRow, ContactInput } from '@pulso/contract/billing/collections';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure, isUnanswered, reasonOf } from '@pulso/web/answers';
import { useIdempotencyKey } from '#api/idempotency-key';
import { showFailureToast } from '#api/report-failure';
import { readContacts, sendContact, showContactInLists } from '#features/billing/collections/use-collections';
import { useChatWindow } from '#screens/chat-window';

/** Timeout for noting down a contact; after it the chat can be opened all the same. */
const CONTACT_TIMEOUT_MS = 3_000;
/** Timeout for noting it down once the chat is open: nobody waits for it. */
const LATE_CONTACT_TIMEOUT_MS = 30_000;

/** A message about to be written, its client, and the place of the client's row. */
export type ChatMessage = {
  row: CollectionRow;
  place: number;
  link: string;
  text: string;
  templateId: number;
  riseId: number | undefined;
};

export type ChatTrouble = {
  message: ChatMessage;
  words: string;
  reason?: string;
  kind: 'silent' | 'blocked' | 'contacted' | 'failed';
};

const withoutKey = <T>(map: ReadonlyMap<number, T>, id: number) => new Map([...map].filter(([key]) => key !== id));

/** Tells the server first, then opens the chat, so that nobody is written to twice. What went wrong stays with its row. */
export function useContactChat() {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const openChat = useChatWindow();
  /** Clients who were told of the rise whose list this is: they leave it, while elsewhere a row stays. */
  const [told, setTold] = useState<ReadonlySet<number>>(new Set());
  const [sending, setSending] = useState<ReadonlySet<number>>(new Set());
  const [troubles, setTroubles] = useState<ReadonlyMap<number, ChatTrouble>>(new Map());
  const say = (trouble: ChatTrouble) =>
    setTroubles((before) => new Map(before).set(trouble.message.row.user.id, trouble));
  const forget = (id: number) => setTroubles((before) => (before.has(id) ? withoutKey(before, id) : before));

  const reportFailure = async (message: ChatMessage, error: unknown, isSilent: boolean) => {
    const { row } = message;
    if (isSilent || isUnanswered(error))
      return say({ message, kind: 'silent', words: 'No se pudo anotar el contacto' });
    if (error instanceof CallFailure && error.code === 'contacted') {
      const [last] = await readContacts(row.user.id).catch(() => []);
      if (last) showContactInLists(client, row.user.id, last);
      const contactedRow = { ...row, last_contact: last ?? row.last_contact };
      return say({ message: { ...message, row: contactedRow }, kind: 'contacted', words: reasonOf(error) });
    }
    const words = 'Error al anotar el contacto. Por favor intenta de nuevo.';
    say({ message, kind: 'failed', words, reason: reasonOf(error) });
  };

  /** Notes the contact down, once however often it is sent. */
  const note = async ({ row, text, templateId, riseId }: ChatMessage, signal: AbortSignal) => {
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
  };
  const markTold = ({ row, riseId }: ChatMessage) => {
    if (riseId !== undefined) setTold((before) => new Set(before).add(row.user.id));
  };

  /** True if the contact is noted down and the chat open. */
  const write = async (message: ChatMessage): Promise<boolean> => {
    const { id } = message.row.user;
    if (sending.has(id)) return false;
    forget(id);
    setSending((before) => new Set(before).add(id));
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), CONTACT_TIMEOUT_MS);
    try {
      await note(message, silence.signal);
      if (openChat(message.link)) {
        markTold(message);
        return true;
      }
      say({ message, kind: 'blocked', words: 'El navegador no abrió WhatsApp. El contacto quedó anotado.' });
      return false;
    } catch (error) {
      await reportFailure(message, error, silence.signal.aborted);
      return false;
    } finally {
      clearTimeout(timer);
      setSending((before) => new Set([...before].filter((one) => one !== id)));
    }
  };

  /** The person opens the chat by the link of the trouble; what was not noted down in time is so now. */
  const follow = ({ message, kind }: ChatTrouble) => {
    forget(message.row.user.id);
    if (kind === 'blocked') return markTold(message);
    note(message, AbortSignal.timeout(LATE_CONTACT_TIMEOUT_MS)).then(
      () => markTold(message),
      (error: unknown) => showFailureToast('No se pudo anotar el contacto', error),
    );
  };
  return { write, follow, forget, troubles, told, isSending: (id: number) => sending.has(id) };
}

export type ContactChat = ReturnType<typeof useContactChat>;
