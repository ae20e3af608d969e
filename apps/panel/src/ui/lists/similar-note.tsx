/** Stands over rows that have something similar to what was searched for. */
export function SimilarNote() {
  return (
    <p role="status" className="mb-2 px-1 text-sm text-muted">
      No hay coincidencias exactas: se muestran parecidos.
    </p>
  );
}
