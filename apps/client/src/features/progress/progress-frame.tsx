import type { ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { usePlace } from '@pulso/web/navigation/navigation';
import { parts } from '#features/progress/parts';
import type { Answer } from '#http/answers';
import { Screen } from '#features/screen';

const PARTS = [
  { to: parts.weeks, label: 'Semanas' },
  { to: parts.exercises, label: 'Ejercicios' },
  { to: parts.history, label: 'Historial' },
  { to: parts.measures, label: 'Medidas' },
];

export const FAILURE = 'Error al cargar tu progreso';
export const NOTHING_YET = 'Aquí verás tus avances después del primer entrenamiento.';

/** Heading of Progreso and the way to its parts, in two lines where four have no room. */
export function ProgressFrame({ answer, children }: { answer: Answer<unknown>; children: ReactNode }) {
  const { pathname } = usePlace();
  return (
    <Screen title="Progreso" answer={answer}>
      <nav aria-label="Partes de tu progreso" className="mb-5">
        <ul className="grid grid-cols-2 gap-1 min-[22.5rem]:grid-cols-4 min-[22.5rem]:gap-0">
          {PARTS.map(({ to, label }) => {
            const isCurrent = to === pathname;
            return (
              <li key={to} className="grid">
                <Link
                  to={to}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={`flex items-center justify-center rounded-control text-sm font-semibold ${isCurrent ? 'bg-accent text-on-accent' : 'text-muted'}`}
                >
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {children}
    </Screen>
  );
}
