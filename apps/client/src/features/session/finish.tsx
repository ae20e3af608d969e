import { summaryOf } from '@pulso/contract/coaching/merge';
import { noteOf } from '@pulso/contract/coaching/session';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { effortLabels, NOTE_LENGTH, type Effort } from '@pulso/contract/coaching/workouts.labels';
import { CircleCheckBig } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { addresses } from '#addresses';
import { BigButton } from '#features/session/big-button';
import { doneWords } from '#features/session/session.rules';
import { NOTE_LABEL } from '#features/session/note-dialog';
import { SaveFailure } from '#features/session/save-failure';
import { TextArea } from '#features/session/text-area';
import type { Session } from '#features/session/use-session';

/** The focus follows to the heading of what has come in place of a set. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return heading;
}

const efforts = Object.entries(effortLabels).map(([effort, label]) => ({ effort: Number(effort) as Effort, label }));

/** '¿Cómo estuvo?': a tap ends the session. */
export function Finish({ session, onBack }: { session: Session; onBack: () => void }) {
  const { workout, busy } = session;
  const [note, setNote] = useState(noteOf(workout));
  const heading = useHeadingFocus();
  useTitle('¿Cómo estuvo?');
  const end = (effort: Effort | null) => {
    const text = note.trim();
    void session.end(effort, text === noteOf(workout) ? undefined : text);
  };
  return (
    <div className="flex flex-1 flex-col justify-end gap-4 pt-5 pb-10">
      <TextArea label={NOTE_LABEL} maxLength={NOTE_LENGTH} rows={3} value={note} onChange={setNote} />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-bold tracking-tight outline-none">
        ¿Cómo estuvo?
      </h1>
      <SaveFailure session={session} />
      <div className="grid gap-3">
        {efforts.map(({ effort, label }) => (
          <BigButton key={effort} disabled={busy} onClick={() => end(effort)}>
            {label}
          </BigButton>
        ))}
      </div>
      <div className="grid gap-1">
        <Button look="quiet" disabled={busy} onClick={() => end(null)}>
          Omitir
        </Button>
        <Button look="quiet" onClick={onBack}>
          Seguir
        </Button>
      </div>
    </div>
  );
}

/** '20 series en 52 min', and Hoy. */
export function Finished({ workout, endedAt }: { workout: Workout; endedAt: string }) {
  const heading = useHeadingFocus();
  const words = doneWords(summaryOf(workout).done, workout, endedAt);
  useTitle(words);
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 py-10 text-center">
      <CircleCheckBig aria-hidden className="size-16 text-green" strokeWidth={1.5} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-3xl font-bold tracking-tight text-balance outline-none tabular-nums"
      >
        {words}
      </h1>
      <p className="text-muted wrap-anywhere">{workout.title}</p>
      <div className="mt-5 grid w-full">
        <LinkButton to={addresses.today} look="primary">
          Ir a Hoy
        </LinkButton>
      </div>
    </div>
  );
}
