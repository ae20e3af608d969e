import { Link } from '@pulso/web/navigation/link';
import { useOnline } from '@pulso/web/ui/hooks/use-online';
import { addresses } from '#addresses';
import { useOpenedLog } from '#device/use-log';
import { logLines, SESSION_OVER } from '#features/log-words';

/** State of what was noted on this phone: silent while all of it is on the server. */
export function LogLine() {
  const log = useOpenedLog();
  const online = useOnline();
  if (log?.isOver)
    return (
      <Link
        to={addresses.enter}
        className="flex min-h-12 items-center justify-center bg-yellow-soft px-4 py-3 text-center text-sm font-semibold text-yellow"
      >
        {SESSION_OVER}
      </Link>
    );
  const lines = log ? logLines(log, online) : [];
  if (lines.length === 0) return null;
  return (
    <div
      role="status"
      className="border-b border-line bg-sunken px-4 py-1.5 text-center text-sm font-medium text-muted"
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
