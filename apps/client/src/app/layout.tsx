import { CalendarCheck, ChartColumn, CircleUserRound, Utensils } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { useLoading, usePlace } from '@pulso/web/navigation/navigation';
import { LIVE_REGION_ID, speak } from '@pulso/web/ui/feedback/live-region';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { useOnline } from '@pulso/web/ui/hooks/use-online';
import { addresses } from '#addresses';
import { useLogSoon, useOpenedLog } from '#device/use-log';

// With the log, which a first visit does without.
const LogLine = lazyOptional(async () => (await import('#features/log-line')).LogLine);

const PLACES = [
  { to: addresses.today, label: 'Hoy', Icon: CalendarCheck, inner: /^\/mi\/(?:entrenamiento\/.*|entrenar)?$/ },
  { to: addresses.progress, label: 'Progreso', Icon: ChartColumn, inner: /^\/mi\/(?:progreso|sesion)/ },
  { to: addresses.food, label: 'Comida', Icon: Utensils, inner: /^\/mi\/comida/ },
  { to: addresses.plan, label: 'Mi plan', Icon: CircleUserRound, inner: /^\/mi\/plan/ },
];

/** The four places, within reach of the thumb. */
function Foot() {
  const { pathname } = usePlace();
  return (
    <nav aria-label="Lugares">
      <ul className="mx-auto grid max-w-2xl grid-cols-4">
        {PLACES.map(({ to, label, Icon, inner }) => {
          const isCurrent = inner.test(pathname);
          return (
            <li key={to} className="grid">
              <Link
                to={to}
                aria-current={isCurrent ? 'page' : undefined}
                className={`flex flex-col items-center justify-center gap-0.5 py-2 text-xs font-semibold ${isCurrent ? 'text-accent' : 'text-muted'}`}
              >
                <span
                  className={`flex h-7 w-14 items-center justify-center rounded-full ${isCurrent ? 'bg-accent-soft' : ''}`}
                >
                  <Icon aria-hidden className="size-6" strokeWidth={isCurrent ? 2.25 : 1.75} />
                </span>
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Icon of the place that a screen belongs to. */
export const iconOf = (path: string) => (PLACES.find(({ inner }) => inner.test(path)) ?? PLACES[0]!).Icon;

const innerClass = 'mx-auto flex w-full max-w-2xl flex-1 flex-col px-4 outline-none sm:px-6';

/** Line above the places about notes that are not on the server yet. */
function LogPart() {
  useLogSoon();
  return (
    useOpenedLog() && (
      <Suspense>
        <LogLine />
      </Suspense>
    )
  );
}

/** Page frame with the places at its foot; the entrance and the set have none. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = usePlace();
  const loading = useLoading();
  const online = useOnline();
  useEffect(() => {
    if (!online) speak('Sin conexión', 'online');
  }, [online]);
  const isEntrance = pathname === addresses.enter;
  const isSession = pathname === addresses.session;
  return (
    <div className="flex min-h-dvh flex-col">
      {!online && (
        <header className="sticky top-0 z-20 bg-yellow-soft px-4 py-1.5 text-center text-sm font-semibold text-yellow">
          Sin conexión
        </header>
      )}
      <main
        id="contenido"
        tabIndex={-1}
        aria-busy={loading || undefined}
        className={isEntrance ? 'outline-none' : `${innerClass} ${isSession ? 'pt-2' : 'pt-5 pb-10'}`}
      >
        {children}
      </main>
      {!isEntrance && !isSession && (
        <footer className="sticky bottom-0 z-20 border-t print:hidden border-line bg-surface pb-[env(safe-area-inset-bottom)]">
          <LogPart />
          <Foot />
        </footer>
      )}
      <p id={LIVE_REGION_ID} aria-live="polite" className="sr-only" />
    </div>
  );
}
