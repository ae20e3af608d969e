import { useRef, type KeyboardEvent } from 'react';

const WEEKDAYS = [
  ['Lu', 'lunes'],
  ['Ma', 'martes'],
  ['Mi', 'miércoles'],
  ['Ju', 'jueves'],
  ['Vi', 'viernes'],
  ['Sá', 'sábado'],
  ['Do', 'domingo'],
] as const;
const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

type Props = { id: string; chosen: number; today: number; onChoose: (weekday: number) => void };

/** The week as tabs, 1 Monday to 7 Sunday; in two lines where seven have no room to be touched. */
export function WeekdayTabs({ id, chosen, today, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = ((chosen - 1 + step + WEEKDAYS.length) % WEEKDAYS.length) + 1;
    onChoose(next);
    list.current?.querySelectorAll('button')[next - 1]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Día de la semana"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="grid grid-cols-4 gap-1 min-[22.5rem]:grid-cols-7 min-[22.5rem]:gap-0"
    >
      {WEEKDAYS.map(([short, name], index) => {
        const weekday = index + 1;
        const isChosen = weekday === chosen;
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${weekday}`}
            // A screen reader's name has to begin with the visible text.
            aria-label={`${short}, ${name}${weekday === today ? ', hoy' : ''}`}
            aria-selected={isChosen}
            aria-controls={`${id}-panel`}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onChoose(weekday)}
            className={`flex flex-col items-center justify-center rounded-control text-sm font-semibold ${isChosen ? 'bg-accent text-on-accent' : 'text-muted'}`}
          >
            {short}
            <span
              aria-hidden
              className={`mt-0.5 size-1.5 rounded-full ${weekday === today ? (isChosen ? 'bg-on-accent' : 'bg-accent') : ''}`}
            />
          </button>
        );
      })}
    </div>
  );
}
