import { Bell } from 'lucide-react';
import { useFieldValue } from '#forms/use-field-value';

/** Preview of the notification on a phone; hidden while both fields are blank. */
export function NotificationPreview() {
  const [title, body] = [String(useFieldValue('title', '')), String(useFieldValue('body', ''))];
  if (title.trim() === '' && body.trim() === '') return null;
  return (
    <section aria-label="Vista previa" className="rounded-control bg-sunken p-4">
      <p className="mb-2 text-xs font-medium text-muted">Así llegará a los teléfonos</p>
      <div className="mx-auto flex max-w-sm gap-3 rounded-2xl border border-line bg-raised p-3 shadow-float">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent text-on-accent">
          <Bell aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1 text-sm">
          <p className="text-xs text-muted">Ahora</p>
          <p className="truncate font-semibold">{title}</p>
          <p className="line-clamp-4 break-words whitespace-pre-line">{body}</p>
        </div>
      </div>
    </section>
  );
}
