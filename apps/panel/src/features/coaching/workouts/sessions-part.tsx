import type { ClientWorkoutRow } from '@pulso/contract/coaching/workouts';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { SessionSets, SkipBadge } from '#features/coaching/workouts/session-sets';
import { useSession, useSessions } from '#features/coaching/workouts/workouts-calls';
import { describeAnswer, describeSession, sessionTitle } from '#features/coaching/workouts/workouts.rules';
import { DetailPart } from '#screens/detail-part';
import { ListSkeleton } from '#screens/list-skeleton';
import { LoadMore } from '#screens/load-more';

export const TRAINING_FAILURE = 'Error al cargar el entrenamiento del cliente';

/** A client's own words. */
export function NoteText({ children }: { children: string }) {
  return <p className="border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line">{children}</p>;
}

function Details({ userId, session }: { userId: number; session: ClientWorkoutRow }) {
  const { data, error, isPending, refetch } = useSession(userId, session);
  if (isPending) return <ListSkeleton rows={3} />;
  if (!data) return <FailureState message={TRAINING_FAILURE} reason={reasonOf(error)} onRetry={() => void refetch()} />;
  return <SessionSets workout={data.document} />;
}

function SessionRow({ userId, session }: { userId: number; session: ClientWorkoutRow }) {
  const now = useNow();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { day, skipped, swapped, note } = session;
  const answer = note ? describeAnswer(session, now) : undefined;
  return (
    <li className="py-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-x-4 rounded-control px-2 py-1.5 text-left transition-colors duration-150 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-x-4">
          <span className="block text-sm text-muted tabular-nums">{formatDate(day)}</span>
          <span className="block min-w-0 flex-1 font-semibold wrap-anywhere">{sessionTitle(session)}</span>
          <span className="block text-sm text-muted tabular-nums">{describeSession(session, today(now))}</span>
        </span>
        <ChevronDown
          aria-hidden
          className={`size-5 shrink-0 text-muted transition-transform duration-150 print:hidden ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {skipped.length + swapped.length > 0 && (
        <ul className="mt-1 space-y-1 pb-1 text-sm">
          {skipped.map(({ title, reason, text }, index) => (
            <li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <SkipBadge reason={reason} />
              <span className="min-w-0 wrap-anywhere">{[title, text].filter(Boolean).join(': ')}</span>
            </li>
          ))}
          {swapped.map(({ from, to }, index) => (
            <li key={index} className="wrap-anywhere text-muted">
              Cambió {from} por {to}
            </li>
          ))}
        </ul>
      )}
      {note && (
        <div className="space-y-1 py-1">
          <NoteText>{note}</NoteText>
          {answer && <p className="pl-3.5 text-xs text-muted">{answer}</p>}
        </div>
      )}
      <div id={id} hidden={!open} className="my-2 rounded-card border border-line p-4">
        {open && <Details userId={userId} session={session} />}
      </div>
    </li>
  );
}

/** The part 'Sesiones' of a client's tab 'Entrenamiento': each unfolds to what was planned and done. */
export function SessionsPart({ userId }: { userId: number }) {
  const list = useSessions(userId);
  return (
    <DetailPart
      title="Sesiones"
      query={list}
      failure={TRAINING_FAILURE}
      empty={({ length }) => length === 0 && 'Todavía no entrenó.'}
    >
      {(sessions) => (
        <>
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} userId={userId} session={session} />
            ))}
          </ul>
          <LoadMore list={list} />
        </>
      )}
    </DetailPart>
  );
}
