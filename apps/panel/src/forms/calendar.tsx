import { isDate, today } from '@pulso/contract/kit/dates';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { es } from 'react-day-picker/locale/es';

const YEARS_BACK = 100;
const YEARS_AHEAD = 10;

/** Noon of a calendar day: the library wants an hour, and noon falls on the same day in any zone. */
function toNoon(date: string): Date {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');
const toDateText = (noon: Date) =>
  `${noon.getFullYear()}-${padTwoDigits(noon.getMonth() + 1)}-${padTwoDigits(noon.getDate())}`;

const icons = { left: ChevronLeft, right: ChevronRight, down: ChevronDown, up: ChevronDown };
const arrowClass =
  'inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text aria-disabled:opacity-40';
const classes = {
  root: 'relative text-sm',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrowClass,
  button_next: arrowClass,
  month_caption: 'flex h-11 items-center justify-center',
  dropdowns: 'z-10 flex items-center gap-1 font-semibold',
  dropdown_root:
    'relative inline-flex min-h-11 items-center rounded-control px-1.5 hover:bg-sunken sm:min-h-9 has-focus-visible:outline-2 has-focus-visible:outline-text',
  dropdown: 'absolute inset-0 w-full cursor-pointer bg-raised opacity-0',
  caption_label: 'inline-flex items-center gap-1 first-letter:uppercase',
  chevron: 'size-4',
  month_grid: 'w-full border-collapse',
  weekday: 'h-8 w-11 text-xs font-medium text-muted',
  day: 'p-0 text-center tabular-nums',
  day_button:
    'inline-flex size-11 items-center justify-center rounded-control hover:bg-sunken sm:h-10 disabled:cursor-not-allowed',
  today: 'font-bold text-accent',
  selected: '*:bg-accent *:text-on-accent *:hover:bg-accent-strong',
  disabled: 'opacity-40',
  outside: 'text-muted',
  hidden: 'invisible',
};

type Props = { chosen: string; min?: string; onPick: (date: string) => void };

/** The days of a month; the arrow keys move from day to day. */
export function Calendar({ chosen, min, onPick }: Props) {
  const now = today();
  const selected = isDate(chosen) ? toNoon(chosen) : undefined;
  const [earliest, latest] = [min ?? now, chosen > now && isDate(chosen) ? chosen : now];
  const year = (date: string, more: number) => new Date(Number(date.slice(0, 4)) + more, more < 0 ? 0 : 11, 1);
  return (
    <DayPicker
      mode="single"
      required
      // The person asked for it, and the keyboard goes on in it.
      // oxlint-disable-next-line no-autofocus
      autoFocus
      locale={es}
      weekStartsOn={1}
      today={toNoon(now)}
      selected={selected}
      defaultMonth={selected ?? toNoon(earliest)}
      startMonth={min ? toNoon(min) : year(now, -YEARS_BACK)}
      endMonth={year(latest, YEARS_AHEAD)}
      disabled={min ? { before: toNoon(min) } : undefined}
      captionLayout="dropdown"
      onSelect={(day) => onPick(toDateText(day))}
      classNames={classes}
      components={{
        Chevron: ({ orientation = 'right', className }) => {
          const Icon = icons[orientation];
          return <Icon aria-hidden className={className} />;
        },
      }}
    />
  );
}
