import type { ClientWorkoutRow } from '@pulso/contract/coaching/workouts';
import { formatDate } from '@pulso/contract/kit/dates';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, MessageCircle } from 'lucide-react';
import { Button, isSecondClick } from '@pulso/web/ui/controls/button';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useIdempotencyKey } from '#api/idempotency-key';
import { showFailureToast } from '#api/report-failure';
import { mayVisit, serverOffers } from '#api/session';
import { BUSINESS_KEY, readBusiness } from '#features/billing/business/use-business';
import { WrongNumber } from '#features/coaching/access/wrong-number';
import { NoteText, TRAINING_FAILURE } from '#features/coaching/workouts/sessions-part';
import { readSession, sendAnswer, useOpenNotes, useRefreshSessions } from '#features/coaching/workouts/workouts-calls';
import { answerText, sessionTitle } from '#features/coaching/workouts/workouts.rules';
import { ChatTroubleNote } from '#screens/chat-trouble-note';
import { DetailPart } from '#screens/detail-part';
import { useToldChat } from '#screens/told-chat';

/** `after`: the moment of the answer that the row showed. */
type Answer = { session: ClientWorkoutRow; after: string | null };
type Person = { id: number; name: string; phone: string };

/** Tells the server that a note is answered, once however often it is sent. */
function useTellAnswer() {
  const refresh = useRefreshSessions();
  const idempotencyKey = useIdempotencyKey();
  return async ({ session: { id }, after }: Answer, signal?: AbortSignal) => {
    const json = { after };
    await sendAnswer(id, json, { headers: idempotencyKey({ id, json }), signal });
    void refresh();
  };
}

function useAnswerChat() {
  const tell = useTellAnswer();
  const refresh = useRefreshSessions();
  return useToldChat<Answer & { link: string }>({
    idOf: ({ session }) => session.id,
    tell,
    overtaken: 'answered',
    catchUp: async (message) => {
      const session = await readSession(message.session.id).catch(() => undefined);
      void refresh();
      return { ...message, after: session?.answered_at ?? message.after };
    },
    words: {
      silent: 'No se pudo marcar la nota como respondida',
      blocked: 'El navegador no abrió WhatsApp. La nota quedó como respondida.',
      failed: 'Error al responder la nota. Por favor intenta de nuevo.',
    },
  });
}

/** Answers a note without writing anything. */
function useMarkAnswered() {
  const tell = useTellAnswer();
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: (session: ClientWorkoutRow) => tell({ session, after: session.answered_at }),
    onSuccess: () => showToast({ title: 'Nota marcada como respondida', tone: 'good' }),
    onError: (error) => {
      showFailureToast('Error al marcar la nota como respondida. Por favor intenta de nuevo.', error);
      void refresh();
    },
  });
}

/** The code of the business's place; a trainer may not read it, and writes to whole numbers alone. */
const useAreaCode = (enabled: boolean) =>
  useQuery({
    queryKey: BUSINESS_KEY,
    queryFn: readBusiness,
    enabled: enabled && serverOffers('business') && mayVisit('billing'),
  });

/** The newest first, and of one day in the order of their ids, as the server has them. */
const byDay = (one: ClientWorkoutRow, other: ClientWorkoutRow) =>
  other.day.localeCompare(one.day) || other.id.localeCompare(one.id);

/** The part 'Notas por responder' of a client's tab 'Entrenamiento'. */
export function NotesPart({ user }: { user: Person }) {
  const notes = useOpenNotes(user.id);
  const chat = useAnswerChat();
  const mark = useMarkAnswered();
  // A note whose chat did not open stays until that is settled, though it may be open no more.
  const troubled = [...chat.troubles.values()].map(({ message }) => message.session);
  const shown =
    notes.data &&
    [...notes.data, ...troubled.filter(({ id }) => notes.data.every((note) => note.id !== id))].toSorted(byDay);
  const business = useAreaCode(shown !== undefined && shown.length > 0);
  const number = whatsappNumber(user.phone, business.data?.area_code);
  return (
    <DetailPart
      title="Notas por responder"
      query={{ ...notes, data: shown }}
      failure={TRAINING_FAILURE}
      empty={({ length }) => length === 0 && 'No hay notas por responder.'}
    >
      {(sessions) => (
        <ul className="divide-y divide-line">
          {sessions.map((session) => {
            const trouble = chat.troubles.get(session.id);
            const write = (event: { detail: number }) => {
              if (number === undefined || isSecondClick(event)) return;
              const link = whatsappLink(number, answerText(user.name, session));
              void chat.write({ session, after: session.answered_at, link });
            };
            return (
              <li key={session.id} className="space-y-2 py-3">
                <p className="text-sm text-muted tabular-nums">
                  {formatDate(session.day)} · {sessionTitle(session)}
                </p>
                <NoteText>{session.note}</NoteText>
                {trouble ? (
                  <ChatTroubleNote
                    trouble={trouble}
                    onDo={(deed) => {
                      if (deed === 'follow') chat.follow(trouble);
                      else if (deed === 'again') void chat.write(trouble.message);
                      else chat.forget(session.id);
                    }}
                  />
                ) : (
                  <div className="flex flex-wrap gap-2 print:hidden">
                    {number === undefined && !business.isLoading ? (
                      <WrongNumber userId={user.id} />
                    ) : (
                      <Button
                        icon={<MessageCircle aria-hidden className="size-4" />}
                        busy={chat.isSending(session.id)}
                        disabled={number === undefined}
                        onClick={write}
                      >
                        Responder
                      </Button>
                    )}
                    <Button
                      look="quiet"
                      icon={<Check aria-hidden className="size-4" />}
                      busy={mark.isPending && mark.variables.id === session.id}
                      onClick={() => mark.mutate(session)}
                    >
                      Marcar como respondida
                    </Button>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </DetailPart>
  );
}
