import { Search } from 'lucide-react';

type Props = { label: string; value: string; onChange: (value: string) => void };

export function SearchBox({ label, value, onChange }: Props) {
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-md">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-control border border-line-strong bg-surface pr-3 pl-9 text-sm text-ellipsis sm:h-10"
      />
    </div>
  );
}
