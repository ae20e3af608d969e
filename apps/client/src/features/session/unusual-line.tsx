import { useOnline } from '@pulso/web/ui/hooks/use-online';
import { useOpenedLog } from '#device/use-log';
import { LogLine } from '#features/log-line';

/** State of what was noted, where sending it is more than a matter of seconds: with each set it would come and go. */
export function UnusualLine() {
  const log = useOpenedLog();
  const online = useOnline();
  const isUsual = online && log?.storage === 'kept' && !log.isOver;
  return <div className="-mx-4 -mt-2 mb-2 empty:hidden sm:-mx-6">{!isUsual && <LogLine />}</div>;
}
