import { Link } from '@pulso/web/navigation/link';
import { addresses } from '#addresses';
import { mayVisit } from '#api/session';

/** In the place of a chat with a client whose number WhatsApp would not take. */
export function WrongNumber({ userId }: { userId: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      Número no válido para WhatsApp
      {mayVisit('users') && (
        <Link
          to={addresses.users.edit(userId)}
          className="inline-flex min-h-11 items-center font-semibold text-accent underline"
        >
          Corregir
        </Link>
      )}
    </p>
  );
}
