import { Badge } from '@pulso/web/ui/feedback/badge';
import type { Sending } from '#features/progress/progress.rules';

/** Says of what was noted on this phone that the server has not got it yet. */
export function SendingBadge({ state }: { state: Sending }) {
  if (state === 'sent') return null;
  return state === 'unsent' ? <Badge tone="yellow">Sin enviar</Badge> : <Badge tone="red">No se pudo enviar</Badge>;
}
