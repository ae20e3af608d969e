import type { MyToday } from '@pulso/contract/coaching/courses';
import { Button } from '@pulso/web/ui/controls/button';
import { useSaving } from '#features/done';

/** The session that was begun, in place of its course. */
export function OpenCard({ workout: { id, title, done, planned } }: { workout: NonNullable<MyToday['workout']> }) {
  const { run, busy, failure } = useSaving('Error al cargar tu entrenamiento');
  const goOn = () => void run(async () => (await import('#features/begin')).continueSession(id));
  return (
    <section aria-label="Tu entrenamiento" className="rounded-card border border-line bg-surface p-5">
      <p className="text-sm font-semibold text-accent tabular-nums">
        {done} de {planned} series
      </p>
      <h2 className="mt-0.5 text-xl font-bold tracking-tight text-balance wrap-anywhere">{title}</h2>
      <div className="mt-5 grid">
        <Button look="primary" busy={busy} disabled={busy} onClick={goOn}>
          Seguir
        </Button>
      </div>
      {failure}
    </section>
  );
}
