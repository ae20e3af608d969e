import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from './run';
import { missingPrograms } from './programs';

const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: 'pipe' });

/** Reason why nothing can be mounted here. */
export function cannotMount(...programs: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'Only root can mount the disk that it breaks.';
  return missingPrograms('mount', 'umount', ...programs);
}

async function mountPoint(chaos: Run) {
  const folder = join(await chaos.scratch(), 'disk');
  await mkdir(folder);
  // Fails harmlessly if the part has unmounted it.
  chaos.atEnd(async () => {
    try {
      run('umount', '--lazy', folder);
    } catch {
      // The disk is not mounted.
    }
  });
  return folder;
}

/** A disk in memory that is soon full. */
export async function smallDisk(chaos: Run, megabytes: number): Promise<string> {
  const folder = await mountPoint(chaos);
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder);
  return folder;
}

// _IOR('X', 125, __u32): the file system ends at once, without writing its journal, as when the power fails.
const FS_IOC_SHUTDOWN = 0x8004587d;
const NO_LOG_FLUSH = 2;
const CUT = `open(my $disk, "<", $ARGV[0]) or die; my $how = pack("L", ${NO_LOG_FLUSH}); ioctl($disk, ${FS_IOC_SHUTDOWN}, $how) or die "$!"`;

/** An ext4 disk that forgets what was not flushed when its power is cut. */
export async function forgetfulDisk(chaos: Run, megabytes: number) {
  const folder = await mountPoint(chaos);
  const image = join(folder, '../disk.img');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  run('mkfs.ext4', '-q', '-F', image);
  // The kernel would else flush every five seconds, unasked.
  const mount = () => run('mount', '-o', 'loop,commit=300', image, folder);
  mount();
  return {
    folder,
    sync: () => run('sync', '-f', folder),
    cutPower: () => run('perl', '-e', CUT, folder),
    /** Once no process is in it: the journal is replayed, as after a cut. */
    mountAgain: () => {
      run('umount', folder);
      mount();
    },
  };
}
