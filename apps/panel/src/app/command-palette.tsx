import { today, type DateText } from '@pulso/contract/kit/dates';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { useTargets, type TargetGroup, type Target } from '#app/palette-targets';
import { SubscriptionBadge } from '#features/accounts/users/subscription-badge';
import { formatCount } from '#ui/text/numbers';

const SEARCH_LABEL = 'Buscar pantallas, acciones, usuarios, entrenamientos y ejercicios';

/** '6 resultados', for screen readers. */
function formatResultCount(groups: TargetGroup[]): string {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const count = `${formatCount(total)} ${total === 1 ? 'resultado' : 'resultados'}`;
  return groups.some(({ more }) => more) ? `Más de ${count}` : count;
}

type OptionProps = { id: string; target: Target; day: DateText; selected: boolean; onRun: (target: Target) => void };

function TargetOption({ id, target, day, selected, onRun }: OptionProps) {
  const { label, detail, user, icon: Icon } = target;
  return (
    // The keyboard acts through the text box, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={() => onRun(target)}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm hover:bg-sunken aria-selected:bg-accent-soft aria-selected:text-accent"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && (
        <span className={`max-w-1/3 truncate text-xs text-muted ${user ? 'max-sm:hidden' : ''}`}>{detail}</span>
      )}
      {user && <SubscriptionBadge user={user} today={day} />}
    </div>
  );
}

type Props = { onClose: () => void; onKeys: () => void };

/** Jumps to any screen, user, training or exercise by its name, and runs actions by theirs. */
export function CommandPalette({ onClose, onKeys }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const term = useDeferredValue(typed.trim());
  const day = today(useNow());
  const results = useTargets(term, day, onKeys);
  const groups = results.groups.filter(({ targets }) => targets.length > 0);
  const targets = groups.flatMap((group) => group.targets);
  // Key of the highlighted target: results that arrive later may be inserted above it.
  const [highlightedKey, setHighlightedKey] = useState<string>();
  const current = Math.max(
    0,
    targets.findIndex(({ key }) => key === highlightedKey),
  );
  const optionId = (target: Target) => `${id}-${targets.indexOf(target)}`;

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const run = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    target.run();
  };
  // Enter pressed before the results are there takes effect once they are.
  const [waits, setWaits] = useState(false);
  const isFound = term === typed.trim() && (targets.length > 0 || !results.searching);
  const enter = useEffectEvent(() => run(targets[current]));
  useEffect(() => {
    if (waits && isFound) enter();
  }, [waits, isFound]);
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setHighlightedKey(targets.at((current + step) % targets.length)?.key);
    } else if (event.key === 'Enter') {
      // Otherwise the same key press would push the button that the focus returns to.
      event.preventDefault();
      setWaits(true);
    }
  };

  const nothing = results.searching ? 'Buscando…' : 'No se encontró nada con ese nombre';
  return (
    <Dialog open onClose={onClose} title="Ir a…">
      <div className="p-3">
        <div className="relative">
          <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <input
            role="combobox"
            data-typed-at-once
            aria-expanded
            aria-controls={id}
            aria-activedescendant={targets[current] && `${id}-${current}`}
            aria-label={SEARCH_LABEL}
            placeholder={SEARCH_LABEL}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setHighlightedKey(undefined);
              setWaits(false);
            }}
            onKeyDown={move}
            className="h-11 w-full rounded-control border border-line-strong bg-surface pr-3 pl-9 text-sm text-ellipsis"
          />
        </div>
        <div id={id} role="listbox" aria-label="Resultados" className="mt-2 max-h-[50vh] overflow-y-auto">
          {groups.map((group) => (
            <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`}>
              <p
                id={`${id}-${group.name}`}
                role="presentation"
                className="px-3 pt-3 pb-1 text-xs font-semibold text-muted"
              >
                {group.name}
              </p>
              {group.targets.map((target) => (
                <TargetOption
                  key={target.key}
                  id={optionId(target)}
                  target={target}
                  day={day}
                  selected={target === targets[current]}
                  onRun={run}
                />
              ))}
            </div>
          ))}
        </div>
        <p role="status" className={targets.length === 0 ? 'p-4 text-center text-sm text-muted' : 'sr-only'}>
          {targets.length === 0 ? nothing : term && formatResultCount(groups)}
        </p>
      </div>
    </Dialog>
  );
}
