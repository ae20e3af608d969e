import { noteOf, setsLeft, skipAt, type SessionSet } from '@pulso/contract/coaching/session';
import type { Place } from '@pulso/contract/coaching/workouts';
import { ArrowLeftRight, Check, ChevronLeft, CircleHelp, LoaderCircle, NotebookPen, SkipForward } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { navigate } from '@pulso/web/navigation/navigation';
import { Button, isSecondClick } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { summaryOf } from '@pulso/contract/coaching/merge';
import { addresses } from '#addresses';
import { BigButton } from '#features/session/big-button';
import { DayList } from '#features/session/day-list';
import { heldSeconds, startHold, type Running } from '#features/session/hold';
import { NoteDialog } from '#features/session/note-dialog';
import { placeOf, titleAt } from '#features/session/place-words';
import { RestBar } from '#features/session/rest-bar';
import { SaveFailure } from '#features/session/save-failure';
import { leftWords } from '#features/session/session.rules';
import { SetCard } from '#features/session/set-card';
import { SignalSwitches } from '#features/session/signals';
import { SkipDialog } from '#features/session/skip-dialog';
import { isSwapped, SwapDialog, swapsAt } from '#features/session/swap-dialog';
import { UnusualLine } from '#features/session/unusual-line';
import type { Session } from '#features/session/use-session';
import { HowToDialog } from '#features/how-to-dialog';

type Asked = 'how' | 'swap' | 'skip' | 'note' | 'finish';

/** Brings the set that was gone to into sight, and the focus to it. */
function goToTop() {
  document.getElementById('exercise')?.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** One set at a time, with the day below it. */
export function SetsView({ session, onFinish }: { session: Session; onFinish: () => void }) {
  const { workout, current, busy } = session;
  const [asked, setAsked] = useState<Asked>();
  const [run, setRun] = useState<Running>();
  const close = () => setAsked(undefined);
  // It belongs to its set: elsewhere it is over.
  const running = run && run.set === current?.name && !current.isDone ? run : undefined;
  const left = setsLeft(workout).length;

  const complete = async (set: SessionSet, values = session.valuesOf(set)) => {
    setRun(undefined);
    if (!(await session.complete(set, values))) return;
    speak('Serie hecha', 'set-done');
    window.scrollTo(0, 0);
  };
  const correct = async (set: SessionSet) => {
    if (await session.correct(set, session.valuesOf(set))) speak('Serie corregida', 'set-done');
  };
  const choose = (set: SessionSet) => {
    session.choose(set);
    // The screen of the set has it after this.
    requestAnimationFrame(goToTop);
  };
  const add = async (place: Place) => {
    if (await session.addSet(place)) requestAnimationFrame(goToTop);
  };
  const discard = async () => {
    if (await session.discard()) await navigate(addresses.today);
  };
  const afterDialog = async (work: Promise<boolean>) => {
    if (await work) close();
  };

  return (
    <>
      <header className="mb-2 -ml-2 flex items-center gap-1">
        <Link
          to={addresses.today}
          asLeft
          className="inline-flex flex-1 items-center gap-1 pr-3 font-semibold text-muted"
        >
          <ChevronLeft aria-hidden className="size-5" />
          Hoy
        </Link>
        <SignalSwitches />
        <Button look="quiet" className="px-3" onClick={() => (left > 0 ? setAsked('finish') : onFinish())}>
          Terminar
        </Button>
      </header>
      {current ? (
        <SetCard session={session} set={current} running={running} onHeld={() => void complete(current)}>
          <Actions session={session} set={current} onAsk={setAsked} />
        </SetCard>
      ) : (
        <EmptyState title="Este día no tiene series." />
      )}
      <div
        data-bar
        className="sticky bottom-0 z-20 order-last mt-5 border-t border-line bg-ground foot-safe short:static"
      >
        <UnusualLine />
        <SaveFailure session={session} />
        <RestBar session={session} />
        {current && (
          <MainButtons
            session={session}
            set={current}
            running={running}
            onStart={(seconds) => {
              setRun(startHold(current.name, seconds));
            }}
            onStop={(stopped) => {
              const seconds = heldSeconds(stopped);
              // It was stopped before it began.
              if (seconds < 1) setRun(undefined);
              else void complete(current, { ...session.valuesOf(current), seconds });
            }}
            onComplete={() => void complete(current)}
            onCorrect={() => void correct(current)}
          />
        )}
      </div>
      <DayList
        session={session}
        onChoose={choose}
        onAdd={(place) => void add(place)}
        onRemove={(set) => void session.removeSet(set)}
      />
      {!summaryOf(workout).used && (
        <div className="mt-4 flex justify-center">
          <TwoStepDelete
            name="Descartar este entrenamiento"
            label="Descartar"
            busy={busy}
            onDelete={() => void discard()}
          />
        </div>
      )}
      {current && (
        <>
          <HowToDialog
            exercise={asked === 'how' ? session.exerciseOf(session.exerciseIn(current)) : undefined}
            onClose={close}
          />
          <SwapDialog
            session={session}
            place={current.place}
            open={asked === 'swap'}
            onClose={close}
            onSwap={(id) => void afterDialog(session.swap(current.place, id))}
          />
          <SkipDialog
            key={`skip ${current.place.key}`}
            title={titleAt(session, current.place)}
            open={asked === 'skip'}
            onClose={close}
            onSkip={(given) => void afterDialog(session.leaveOut(current.place, given))}
          />
        </>
      )}
      <NoteDialog
        key={noteOf(workout)}
        note={noteOf(workout)}
        open={asked === 'note'}
        busy={busy}
        onClose={close}
        onSave={(text) => void afterDialog(session.setNote(text))}
      />
      <Dialog open={asked === 'finish'} onClose={close} title="Terminar">
        <div className="grid gap-3 p-5">
          <p className="text-lg">{leftWords(left)}</p>
          <BigButton look="primary" onClick={close}>
            Seguir
          </BigButton>
          <BigButton onClick={onFinish}>Terminar igual</BigButton>
        </div>
      </Dialog>
    </>
  );
}

type ActionsProps = { session: Session; set: SessionSet; onAsk: (asked: Asked) => void };

/** What can be done about an exercise besides doing it. */
function Actions({ session, set, onAsk }: ActionsProps) {
  const { place } = set;
  const isSwappable = swapsAt(session, place).length > 0 || isSwapped(session, place);
  const isSkipped = skipAt(session.workout, place) !== undefined;
  const item = (asked: Asked, label: string, icon: ReactNode, isOffered = true) => (
    <li className="grid">
      <button
        type="button"
        disabled={!isOffered}
        onClick={() => onAsk(asked)}
        className="flex flex-col items-center gap-1 rounded-control py-1.5 text-center text-xs font-semibold text-muted hover:bg-sunken disabled:opacity-60"
      >
        {icon}
        {label}
      </button>
    </li>
  );
  return (
    <ul className="mt-3 grid grid-cols-4 gap-1">
      {item(
        'how',
        'Cómo se hace',
        <CircleHelp aria-hidden className="size-5" />,
        session.exerciseOf(session.exerciseIn(set)) !== undefined,
      )}
      {item('swap', 'Cambiar', <ArrowLeftRight aria-hidden className="size-5" />, isSwappable)}
      {item('skip', 'Saltar', <SkipForward aria-hidden className="size-5" />, !isSkipped)}
      {item('note', 'Nota', <NotebookPen aria-hidden className="size-5" />)}
    </ul>
  );
}

type MainProps = {
  session: Session;
  set: SessionSet;
  running: Running | undefined;
  onStart: (seconds: number) => void;
  onStop: (running: Running) => void;
  onComplete: () => void;
  onCorrect: () => void;
};

/** What is done about the set, as large as the thumb wants it. */
function MainButtons({ session, set, running, onStart, onStop, onComplete, onCorrect }: MainProps) {
  const { busy } = session;
  const { seconds } = session.valuesOf(set);
  const { title, number } = placeOf(session, set);
  // The second click of a double click would hit the set that has come in the place of this one.
  const once = (work: () => void) => (event: { detail: number }) => !isSecondClick(event) && work();
  const main = (label: string, work: () => void, icon?: ReactNode) => (
    <BigButton
      look="primary"
      className="flex-1"
      aria-busy={busy || undefined}
      aria-describedby="exercise"
      onClick={once(work)}
    >
      {busy ? <LoaderCircle aria-hidden className="size-6 animate-spin" /> : icon}
      {label}
    </BigButton>
  );
  const check = <Check aria-hidden className="size-6" strokeWidth={3} />;
  if (running)
    return (
      <div className="flex">
        <BigButton className="flex-1" onClick={once(() => onStop(running))}>
          Parar
        </BigButton>
      </div>
    );
  if (skipAt(session.workout, set.place))
    return (
      <div className="flex">
        {main('Hacer igual', () => void session.leaveOut(set.place, { reason: null, text: '' }))}
      </div>
    );
  if (set.isDone)
    return (
      <div className="flex gap-2">
        <BigButton
          disabled={busy}
          aria-label={`Deshacer ${number} de ${title}`}
          onClick={once(() => void session.takeBack(set))}
        >
          Deshacer
        </BigButton>
        {session.isChanged(set) ? main('Guardar', onCorrect) : main('Seguir', session.goOn)}
      </div>
    );
  return (
    <div className="flex gap-2">
      {seconds === null ? (
        main('Hecho', onComplete, check)
      ) : (
        <>
          <BigButton disabled={busy} onClick={once(onComplete)}>
            Hecho
          </BigButton>
          {main('Empezar', () => onStart(seconds))}
        </>
      )}
    </div>
  );
}

/** Tells what stands on the screen now to who does not see it. */
export function useSpokenSet(session: Session) {
  const { current } = session;
  const number = current && placeOf(session, current).number;
  const name = current?.name;
  useEffect(() => {
    if (number !== undefined) speak(number, 'set');
  }, [name, number]);
}
