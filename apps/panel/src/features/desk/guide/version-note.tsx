import { versionAnswer, versionInWords } from '@pulso/contract/kit/version';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { mayVisit, serverOffers } from '#api/session';

const PATH = 'version';

/** The version that runs, for whoever reports a problem; nothing where the server does not say. */
export function VersionNote() {
  const { data } = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) =>
      readRow({ path: PATH, row: versionAnswer }, dataOf(await call('GET', PATH, { signal }))) ?? null,
    enabled: mayVisit('documentation') && serverOffers('version'),
  });
  return <p className="mt-8 min-h-4 text-xs text-muted print:hidden">{data && versionInWords(data)}</p>;
}
