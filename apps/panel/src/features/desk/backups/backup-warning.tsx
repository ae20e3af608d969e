import { TriangleAlert } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { addresses } from '#addresses';
import { describeTrouble } from '#features/desk/backups/backups.rules';
import { useBackups } from '#features/desk/backups/use-backups';

/** One quiet line where a backup failed or is late; nothing where all is well, or not known. */
export function BackupWarning() {
  const { data } = useBackups();
  const words = data && describeTrouble(data);
  if (!words) return null;
  return (
    <p role="status" className="-mt-2 mb-4 flex items-center gap-2 text-sm text-yellow">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span>
        {words}{' '}
        <Link
          to={addresses.setting('copias')}
          className="-my-3 inline-flex min-h-11 items-center font-semibold underline"
        >
          Ver copias
        </Link>
      </span>
    </p>
  );
}
