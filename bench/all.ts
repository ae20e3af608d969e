import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** All benches but that of first visits, one after the other: each needs the machine for itself. */
const benches = [
  { file: './requests.ts', what: 'Requests, as a share of a bare server' },
  { file: './growth.ts', what: 'Growth from ten thousand to a million users' },
  { file: './push.ts', what: 'Notifications', args: ['5000'] },
];

for (const { file, what, args = [] } of benches) {
  process.stdout.write(`\n${what}\n\n`);
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', path, ...args], { stdio: 'inherit' });
  process.exitCode ||= status ?? 1;
}
