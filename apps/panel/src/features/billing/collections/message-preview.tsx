/** A message as it reaches the client. */
export function MessagePreview({ label, text }: { label: string; text: string }) {
  return (
    <figure className="rounded-card bg-sunken p-4">
      <figcaption className="mb-2 text-xs font-semibold text-muted">{label}</figcaption>
      <p
        aria-live="polite"
        className="w-fit max-w-full rounded-card rounded-tl-none bg-green-soft px-3 py-2 text-sm wrap-anywhere whitespace-pre-line"
      >
        {text || <span className="text-muted">No queda nada que decir: a cada línea le falta un dato.</span>}
      </p>
    </figure>
  );
}
