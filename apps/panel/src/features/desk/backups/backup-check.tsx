import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { dataOf, isObject } from '@pulso/web/answers';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { call } from '#api/client';

const BackupWarning = lazyOptional(async () => (await import('#features/desk/backups/backup-warning')).BackupWarning);

/** Loads the warning where there is something to warn of: all is well nearly always. */
export function BackupCheck() {
  const { data } = useQuery({
    queryKey: ['backups', 'trouble'],
    queryFn: async ({ signal }) => {
      const report = dataOf(await call('GET', 'backups', { signal }));
      return isObject(report) && Boolean(report.trouble);
    },
  });
  return (
    data && (
      <Suspense>
        <BackupWarning />
      </Suspense>
    )
  );
}
