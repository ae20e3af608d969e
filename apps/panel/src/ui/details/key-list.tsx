/** Table of keys and their effects. */
export function KeyList({ keys }: { keys: readonly [key: string, what: string][] }) {
  return (
    <dl className="divide-y divide-line px-5 py-2 text-sm">
      {keys.map(([key, what]) => (
        <div key={key} className="flex items-center justify-between gap-4 py-3">
          <dt>{what}</dt>
          <dd>
            <kbd className="inline-flex min-w-8 justify-center whitespace-nowrap rounded border border-line bg-sunken px-2 py-1 text-xs font-semibold">
              {key}
            </kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
