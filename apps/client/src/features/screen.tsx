import { timeAgo } from '@pulso/contract/kit/time-ago';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import type { Address } from '@pulso/web/navigation/address';
import { Link } from '@pulso/web/navigation/link';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { refresh, type Answer } from '#http/answers';

const MINUTE_MS = 60_000;

/** How old what is shown is, where it is not what the server says now. */
export function DataAge({ answer: { at, data, fresh, error } }: { answer: Answer<unknown> }) {
  const now = useNow();
  const isOld = at !== undefined && now.getTime() - at.getTime() >= MINUTE_MS;
  if (data === undefined || !at || (fresh && error === undefined) || (!isOld && error === undefined)) return null;
  return (
    <p role="status" className="mt-1 text-sm font-medium text-yellow">
      Datos de {timeAgo(at, now)}
    </p>
  );
}

type ScreenProps = {
  title: string;
  /** Of the tab, where it is another. */
  tab?: string;
  context?: ReactNode;
  back?: { to: Address; label: string };
  answer: Answer<unknown>;
  children: ReactNode;
};

/** A screen below its heading. */
export function Screen({ title, tab = title, context, back, answer, children }: ScreenProps) {
  useTitle(tab);
  return (
    <>
      {back && (
        <Link
          to={back.to}
          asLeft
          className="-ml-2 inline-flex items-center gap-1 pr-3 text-sm font-semibold text-muted print:hidden"
        >
          <ChevronLeft aria-hidden className="size-5" />
          {back.label}
        </Link>
      )}
      <header className="mb-5 print:hidden">
        <h1 className="text-2xl font-bold tracking-tight text-balance wrap-anywhere">{title}</h1>
        {context && <p className="text-muted">{context}</p>}
        <DataAge answer={answer} />
      </header>
      {children}
    </>
  );
}

type StatesProps<Data> = {
  path: string;
  answer: Answer<Data>;
  /** 'Error al cargar tu día' */
  failure: string;
  /** In the shape of what will come. */
  skeleton: ReactNode;
  /** Why what is there may not be shown. */
  withheld?: string;
  children: (data: Data) => ReactNode;
};

/** Shows an answer, or that it is coming, or that it failed. */
export function AnswerStates<Data>(props: StatesProps<Data>) {
  const { path, answer, failure, skeleton, withheld, children } = props;
  const { data, error } = answer;
  if (withheld !== undefined) return <FailureState message={failure} reason={withheld} />;
  if (data !== undefined) return children(data);
  if (error !== undefined)
    return <FailureState message={failure} reason={reasonOf(error)} onRetry={() => void refresh(path)} />;
  return (
    <div role="status" aria-busy="true" aria-label="Cargando">
      {skeleton}
    </div>
  );
}

/** Grey places of this many rows with a picture. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="flex items-center gap-3 py-2">
      <div className="skeleton size-16 shrink-0" />
      <div className="flex-1">
        <div className="skeleton mb-2 h-5 w-3/5" />
        <div className="skeleton h-4 w-2/5" />
      </div>
    </div>
  ));
}

/** A grey list of lines. */
export function LinesSkeleton() {
  return Array.from({ length: 6 }, (_, line) => <div key={line} className="skeleton mb-3 h-16 w-full rounded-card" />);
}
