import { openBackup } from '#archive/read-backup';

/** A process that opens backups and says what it was told of each, and how much memory it took at most; alone, so that no other work counts. */
const report: string[] = [];
for (const path of process.argv.slice(2))
  report.push(
    await openBackup(path).then(
      async (backup) => {
        await backup.close();
        return '';
      },
      (error: Error) => error.message,
    ),
  );
process.stdout.write(JSON.stringify({ told: report, peakBytes: process.resourceUsage().maxRSS * 1024 }));
