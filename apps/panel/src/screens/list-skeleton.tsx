/** Skeleton of a list whose rows are a name and a line below it. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Cargando"
      className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} data-skeleton className="flex min-h-24 flex-col justify-center gap-2 px-4 sm:min-h-16">
          <div className="skeleton h-5 w-2/5 sm:w-48" />
          <div className="skeleton h-4 w-3/5 sm:w-64" />
        </div>
      ))}
    </div>
  );
}
