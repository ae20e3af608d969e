import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from './steps.mjs';

/** Arguments that the command gives to systemd, one a line, as told by a script in its place. */
function runPulsoCommand(args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pulso-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const standIn = join(folder, 'systemd-run');
  writeFileSync(standIn, `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
  chmodSync(standIn, 0o755);
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const { status, stdout } = spawnSync(join(ROOT, 'deploy/pulso-command'), args, { env, encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

it('M1 a command beside the service has its user, folders, settings and program', () => {
  const unit = readFileSync(join(ROOT, 'deploy/pulso.service'), 'utf8');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
  const { status, lines } = runPulsoCommand(['admin', 'create', 'Ana', '--name', 'Ana Peña']);
  expect(status).toBe(0);
  expect(lines).toEqual(
    expect.arrayContaining([
      `--uid=${valueOf('User')}`,
      `--gid=${valueOf('Group')}`,
      `--working-directory=${valueOf('WorkingDirectory')}`,
      `--setenv=${valueOf('Environment(?==DATA_DIR)')}`,
      `--setenv=${valueOf('Environment(?==NODE_ENV)')}`,
      `--property=EnvironmentFile=${valueOf('EnvironmentFile')}`,
      `--property=UMask=${valueOf('UMask')}`,
    ]),
  );
  const [node] = valueOf('ExecStart')?.split(' ') ?? [];
  expect(lines.slice(-6)).toEqual([node, 'apps/api/dist/admin.js', 'create', 'Ana', '--name', 'Ana Peña']);
  expect(runPulsoCommand(['server']).status).toBe(1);
  expect(runPulsoCommand([]).status).toBe(1);
});
