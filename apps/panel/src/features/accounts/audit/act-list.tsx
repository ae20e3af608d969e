import type { EventQuery, EventRow } from '@pulso/contract/accounts/audit';
import { formatClock, formatShortDate } from '@pulso/contract/kit/dates';
import { ChevronDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useEvents } from '#features/accounts/audit/audit-calls';
import { groupActs, type Act } from '#features/accounts/audit/audit.rules';
import { describeEvent, describeValue, fieldLabel, type Names } from '#features/accounts/audit/audit.words';
import { ListSkeleton } from '#screens/list-skeleton';
import { ListStates } from '#screens/list-states';
import { LoadMore } from '#screens/load-more';

const formatMoment = (at: string) => `${formatShortDate(at)}, ${formatClock(at)}`;

function Changes({ event: { action, changes }, names }: { event: EventRow; names: Names }) {
  const fields = Object.entries(changes ?? {});
  if (fields.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-1 gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {fields.map(([field, [before, after]]) => (
        <div key={field} className="contents">
          <dt className="text-muted">{fieldLabel(field)}</dt>
          <dd className="wrap-anywhere whitespace-pre-line tabular-nums max-sm:mb-1">
            {action !== 'added' && field !== 'password' && `${describeValue(field, before, names)} → `}
            {describeValue(field, after, names)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One act: a sentence, and its changes when it is opened. */
function ActItem({ act: { headline, events }, names }: { act: Act; names: Names }) {
  const sentence = describeEvent(headline, names);
  const meta = [formatMoment(headline.at), headline.address].filter(Boolean).join(' · ');
  const head = (
    <span className="min-w-0 flex-1">
      <span className="block text-sm font-medium wrap-anywhere">{sentence}</span>
      <span className="mt-0.5 block text-xs text-muted tabular-nums">
        {meta}
        {events.length > 1 && ` · ${events.length} cambios`}
      </span>
    </span>
  );
  const headClass = 'flex min-h-14 items-center gap-3 px-4 py-2.5';
  if (events.length < 2 && Object.keys(headline.changes ?? {}).length === 0)
    return <li className={headClass}>{head}</li>;
  return (
    <li>
      <details className="group">
        <summary className={`${headClass} cursor-pointer list-none hover:bg-hover [&::-webkit-details-marker]:hidden`}>
          {head}
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <ul className="space-y-4 border-t border-line bg-ground px-4 py-3">
          {events.map((event) => (
            <li key={event.id}>
              {events.length > 1 && <p className="text-sm wrap-anywhere">{describeEvent(event, names)}</p>}
              <Changes event={event} names={names} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

type Props = { question: EventQuery; failure: string; empty: ReactNode };

/** Acts, newest first, with the older pages behind a button. */
export function ActList({ question, failure, empty }: Props) {
  const { data, names, ...list } = useEvents(question);
  const acts = useMemo(() => data && groupActs(data), [data]);
  return (
    <ListStates
      list={{ ...list, data: acts }}
      found={acts}
      failure={failure}
      alwaysTold
      skeleton={<ListSkeleton />}
      empty={empty}
    >
      {(found) => (
        <div className="space-y-4">
          <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
            {found.map((act) => (
              <ActItem key={act.act} act={act} names={names} />
            ))}
          </ul>
          <LoadMore list={list} />
        </div>
      )}
    </ListStates>
  );
}
