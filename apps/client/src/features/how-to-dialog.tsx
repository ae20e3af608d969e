import type { MyTraining } from '@pulso/contract/coaching/courses';
import { useState } from 'react';
import { Picture } from '@pulso/web/ui/details/picture';
import { WebLink } from '@pulso/web/ui/details/web-link';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';

export type Exercise = MyTraining['exercises'][string];

function Part({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{children}</p>
    </section>
  );
}

/** 'Cómo se hace' an exercise. */
export function HowToDialog({ exercise, onClose }: { exercise: Exercise | undefined; onClose: () => void }) {
  // It stays while the dialog leaves.
  const [last, setLast] = useState(exercise);
  if (exercise && exercise !== last) setLast(exercise);
  const shown = exercise ?? last;
  return (
    <Dialog open={exercise !== undefined} onClose={onClose} title={shown?.title ?? ''}>
      {shown && (
        <div className="space-y-4 p-5">
          <h2 className="sr-only">Cómo se hace</h2>
          {shown.image_url && (
            <Picture src={shown.image_url} size="large" className="aspect-square w-full rounded-card sm:aspect-video" />
          )}
          {shown.description && <Part title="Cómo se hace">{shown.description}</Part>}
          {shown.tips && <Part title="Consejos">{shown.tips}</Part>}
          {shown.machine && <Part title="Máquina">{shown.machine}</Part>}
          {shown.body_part && <Part title="Zona">{shown.body_part}</Part>}
          {shown.video_url && <WebLink to={shown.video_url}>Ver video</WebLink>}
        </div>
      )}
    </Dialog>
  );
}
