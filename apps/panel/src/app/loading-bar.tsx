import { useIsFetching } from '@tanstack/react-query';
import { useLoading } from '@pulso/web/navigation/navigation';

/** Shown once a screen's code or first data take long; screen readers are told by `aria-busy`. */
export function LoadingBar() {
  const loading = useLoading();
  const pending = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  return loading || pending ? <div aria-hidden data-loading-bar className="loading-bar print:hidden" /> : null;
}
