import { CalendarCheck, ChartColumn, CircleUser, Utensils } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { usePlace } from '@pulso/web/navigation/navigation';
import { LIVE_REGION_ID } from '@pulso/web/ui/feedback/live-region';
import { addresses } from '#addresses';

const PLACES = [
  { to: addresses.today, label: 'Hoy', Icon: CalendarCheck },
  { to: addresses.progress, label: 'Progreso', Icon: ChartColumn },
  { to: addresses.food, label: 'Comida', Icon: Utensils },
  { to: addresses.plan, label: 'Mi plan', Icon: CircleUser },
];

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = usePlace();
  return (
    <div className="flex min-h-dvh flex-col">
      <main id="contenido" tabIndex={-1} className="mx-auto w-full max-w-2xl flex-1 px-4 pt-4 pb-8 outline-none">
        {children}
      </main>
      <nav aria-label="Lugares" className="sticky bottom-0 border-t border-line bg-surface">
        <ul className="mx-auto flex max-w-2xl">
          {PLACES.map(({ to, label, Icon }) => (
            <li key={to} className="flex-1">
              <Link
                to={to}
                aria-current={pathname === to ? 'page' : undefined}
                className="flex min-h-14 flex-col items-center justify-center text-xs"
              >
                <Icon aria-hidden className="size-6" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p id={LIVE_REGION_ID} aria-live="polite" className="sr-only" />
    </div>
  );
}
