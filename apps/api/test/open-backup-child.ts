import { openBackup } from '#archive/read-backup';

/** A process that opens a backup and says what it was told, and how much memory it took at most; alone, so that no other work counts. */
const report = await openBackup(process.argv[2] ?? '').then(
  async (backup) => {
    await backup.close();
    return '';
  },
  (error: Error) => error.message,
);
process.stdout.write(JSON.stringify({ told: report, peakBytes: process.resourceUsage().maxRSS * 1024 }));
