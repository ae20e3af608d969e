import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from './run';
import { findMissingPrograms } from './programs';

const runProgram = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: 'pipe' });

/** Reason why nothing can be mounted here. */
export function findMountProblem(...programs: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'Only root can mount the disk that it breaks.';
  return findMissingPrograms('mount', 'umount', ...programs);
}

async function createMountPoint(chaos: Run) {
  const folder = join(await chaos.scratch(), 'disk');
  await mkdir(folder);
  // Fails harmlessly if the part has unmounted it.
  chaos.atEnd(async () => {
    try {
      runProgram('umount', '--lazy', folder);
    } catch {
      // The disk is not mounted.
    }
  });
  return folder;
}

/** A disk in memory that is soon full. */
export async function mountSmallDisk(chaos: Run, megabytes: number): Promise<string> {
  const folder = await createMountPoint(chaos);
  runProgram('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder);
  return folder;
}

// _IOR('X', 125, __u32): the file system ends at once, without writing its journal, as when the power fails.
const FS_IOC_SHUTDOWN = 0x8004587d;
const NO_LOG_FLUSH = 2;
const CUT_POWER_SCRIPT = `open(my $disk, "<", $ARGV[0]) or die; my $how = pack("L", ${NO_LOG_FLUSH}); ioctl($disk, ${FS_IOC_SHUTDOWN}, $how) or die "$!"`;

/** An ext4 disk that forgets what was not flushed when its power is cut. */
export async function mountForgetfulDisk(chaos: Run, megabytes: number) {
  const folder = await createMountPoint(chaos);
  const image = join(folder, '../disk.img');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  runProgram('mkfs.ext4', '-q', '-F', image);
  // The kernel would else flush every five seconds, unasked.
  const mount = () => runProgram('mount', '-o', 'loop,commit=300', image, folder);
  mount();
  return {
    folder,
    sync: () => runProgram('sync', '-f', folder),
    cutPower: () => runProgram('perl', '-e', CUT_POWER_SCRIPT, folder),
    /** Once no process is in it: the journal is replayed, as after a cut. */
    mountAgain: () => {
      runProgram('umount', folder);
      mount();
    },
  };
}
