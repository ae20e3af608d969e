import { useState } from 'react';
import { CallFailure, isUnanswered, reasonOf } from '@pulso/web/answers';
import { showFailureToast } from '#api/report-failure';
import { useChatWindow } from '#screens/chat-window';

/** Timeout for telling the server; after it the chat can be opened all the same. */
const TELLING_TIMEOUT_MS = 3_000;
/** Timeout for telling it once the chat is open: nobody waits for it. */
const LATE_TELLING_TIMEOUT_MS = 30_000;

type Linked = { link: string };
type Id = number | string;

export type ChatTrouble<Message extends Linked = Linked> = {
  message: Message;
  words: string;
  reason?: string;
  kind: 'silent' | 'blocked' | 'overtaken' | 'failed';
};

type Options<Message> = {
  idOf: (message: Message) => Id;
  /** Tells the server who is written to, once however often it is sent. */
  tell: (message: Message, signal: AbortSignal) => Promise<void>;
  /** Code of the refusal when somebody else was faster, and the message as it may be told after that. */
  overtaken: string;
  catchUp: (message: Message) => Promise<Message>;
  words: Record<'silent' | 'blocked' | 'failed', string>;
  /** The server knows, and the chat is open. */
  onOpened?: (message: Message) => void;
};

const without = <T>(map: ReadonlyMap<Id, T>, id: Id) => new Map([...map].filter(([key]) => key !== id));

/** Tells the server first, then opens the chat, so that nobody is written to twice. What went wrong stays with its row. */
export function useToldChat<Message extends Linked>(options: Options<Message>) {
  const { idOf, tell, overtaken, catchUp, words, onOpened } = options;
  const openChat = useChatWindow();
  const [sending, setSending] = useState<ReadonlySet<Id>>(new Set());
  const [troubles, setTroubles] = useState<ReadonlyMap<Id, ChatTrouble<Message>>>(new Map());
  const say = (trouble: ChatTrouble<Message>) =>
    setTroubles((before) => new Map(before).set(idOf(trouble.message), trouble));
  const forget = (id: Id) => setTroubles((before) => (before.has(id) ? without(before, id) : before));

  const reportFailure = async (message: Message, error: unknown, isSilent: boolean) => {
    if (isSilent || isUnanswered(error)) return say({ message, kind: 'silent', words: words.silent });
    if (error instanceof CallFailure && error.code === overtaken)
      return say({ message: await catchUp(message), kind: 'overtaken', words: reasonOf(error) });
    say({ message, kind: 'failed', words: words.failed, reason: reasonOf(error) });
  };

  /** True if the server knows and the chat is open. */
  const write = async (message: Message): Promise<boolean> => {
    const id = idOf(message);
    if (sending.has(id)) return false;
    forget(id);
    setSending((before) => new Set(before).add(id));
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), TELLING_TIMEOUT_MS);
    try {
      await tell(message, silence.signal);
      if (openChat(message.link)) {
        onOpened?.(message);
        return true;
      }
      say({ message, kind: 'blocked', words: words.blocked });
      return false;
    } catch (error) {
      await reportFailure(message, error, silence.signal.aborted);
      return false;
    } finally {
      clearTimeout(timer);
      setSending((before) => new Set([...before].filter((one) => one !== id)));
    }
  };

  /** The person opens the chat by the link of the trouble; what was not told in time is so now. */
  const follow = ({ message, kind }: ChatTrouble<Message>) => {
    forget(idOf(message));
    if (kind === 'blocked') return onOpened?.(message);
    tell(message, AbortSignal.timeout(LATE_TELLING_TIMEOUT_MS)).then(
      () => onOpened?.(message),
      (error: unknown) => showFailureToast(words.silent, error),
    );
  };
  return { write, follow, forget, troubles, isSending: (id: Id) => sending.has(id) };
}
