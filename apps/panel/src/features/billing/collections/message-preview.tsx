export const EMPTY_MESSAGE_HINT = 'No queda nada que decir: a cada línea le falta un dato.';

/** A message as it reaches the client; in the place of none, why there is none. */
export function MessagePreview({ label, text, missing }: { label: string; text: string; missing: string }) {
  return (
    <figure className="rounded-card bg-sunken p-4">
      <figcaption className="mb-2 text-xs font-semibold text-muted">{label}</figcaption>
      <p
        aria-live="polite"
        className="w-fit max-w-full rounded-card rounded-tl-none border border-green/30 bg-green-soft px-3 py-2 text-sm wrap-anywhere whitespace-pre-line"
      >
        {text || <span className="text-muted">{missing}</span>}
      </p>
    </figure>
  );
}
