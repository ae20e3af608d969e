import { useEffect, useId, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { describeMoreOptions } from '#ui/pickers/find-options';
import { formatCount } from '#ui/text/numbers';
import type { Option } from '#ui/controls/option';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange' | 'list'> & {
  id: string;
  typed: string;
  onType: (typed: string) => void;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Options that match the typed text. */
  options: readonly Option<number>[];
  /** Number of matches that are not offered. */
  more?: number;
  /** Message without options; if omitted, nothing is shown then. */
  none?: string;
  onPick: (option: Option<number>) => void;
};

const ARROW_STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const bringIntoView = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

/** Height of a form's buttons below, and of the bars above, which the list must not cover. */
const EDGE_PX = 80;

/** Opens upwards if the list would cover the buttons at the end of the page, and there is room above. */
function placeList(popup: HTMLElement | null) {
  const box = popup?.parentElement?.getBoundingClientRect();
  if (!popup || !box) return;
  const room = popup.offsetHeight + EDGE_PX;
  popup.toggleAttribute('data-above', window.innerHeight - box.bottom < room && box.top > room);
  bringIntoView(popup);
}

function describeCount(count: number, more: number): string {
  if (more > 0) return `${formatCount(count)} opciones. ${describeMoreOptions(more)}`;
  return count === 1 ? '1 opción' : `${formatCount(count)} opciones`;
}

/**
 * A text box with a list below it. The focus stays in the box: the arrows move through the list, Enter picks, Escape
 * closes, and Tab closes and moves on. Written here because Base UI's hides the rest of the page from screen readers
 * while its list is open.
 */
export function Combobox(props: Props) {
  const { id, typed, onType, open, onOpen, options, more = 0, none, onPick, ...input } = props;
  const list = useId();
  const [highlighted, setHighlighted] = useState(0);
  const current = Math.min(highlighted, options.length - 1);
  const isShown = open && (options.length > 0 || none !== undefined);
  const words = options.length > 0 ? describeCount(options.length, more) : none;
  useEffect(() => {
    if (isShown && words) speak(words, list);
  }, [isShown, words, list]);

  const show = (isOpening: boolean) => {
    if (isOpening !== open) setHighlighted(0);
    onOpen(isOpening);
  };
  const pick = (option: Option<number> | undefined) => {
    if (!option) return;
    onPick(option);
    onType('');
    show(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = ARROW_STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isShown) show(true);
      else if (options.length > 0) setHighlighted((current + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      // Enter picks; it must not submit the form.
      event.preventDefault();
      if (isShown && !event.nativeEvent.isComposing) pick(options[current]);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      show(false);
    }
  };
  return (
    <div className="relative">
      <input
        {...input}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? list : undefined}
        aria-activedescendant={isShown && options[current] ? `${list}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setHighlighted(0);
          onType(target.value);
          onOpen(true);
        }}
        onClick={() => show(true)}
        onKeyDown={press}
        onBlur={() => show(false)}
      />
      {isShown && (
        // The focus stays in the text box, whatever is pressed here.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          ref={placeList}
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-25 mt-1 min-w-60 data-above:top-auto data-above:bottom-full data-above:mb-1 rounded-card border border-line bg-raised shadow-float"
        >
          {options.length === 0 && <p className="px-3 py-4 text-sm text-muted">{none}</p>}
          <div
            id={list}
            role="listbox"
            aria-label="Opciones"
            className={`max-h-60 overflow-y-auto p-1 ${options.length === 0 ? 'hidden' : ''}`}
          >
            {options.map((option, index) => (
              // The keyboard acts through the text box.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={option.value}
                ref={index === current ? bringIntoView : undefined}
                id={`${list}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                onClick={() => pick(option)}
                className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent"
              >
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {option.note && <span className="shrink-0 text-xs text-muted">{option.note}</span>}
              </div>
            ))}
          </div>
          {more > 0 && <p className="border-t border-line px-4 py-2 text-xs text-muted">{describeMoreOptions(more)}</p>}
        </div>
      )}
    </div>
  );
}
