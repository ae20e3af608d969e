/** In the shape of a table; on a phone, of its cards. */
export function TableSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Cargando"
      className="space-y-3 md:space-y-0 md:divide-y md:divide-line md:overflow-hidden md:rounded-card md:border md:border-line md:bg-surface"
    >
      {Array.from({ length: 8 }, (_, row) => (
        <div
          key={row}
          data-skeleton
          className="grid grid-cols-2 gap-4 rounded-card border border-line bg-surface p-4 md:grid-cols-6 md:rounded-none md:border-0"
        >
          {Array.from({ length: 6 }, (__, cell) => (
            <div key={cell} className="skeleton h-5" />
          ))}
        </div>
      ))}
    </div>
  );
}
