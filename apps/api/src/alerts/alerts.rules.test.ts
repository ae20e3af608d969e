import { describe, expect, it } from 'vitest';
import { alertOf, judge, type Observation } from '#alerts/alerts.rules';

const GB = 1e9;
const MINUTE_MS = 60_000;
const calm: Observation = {
  backup: null,
  disks: [{ name: 'los datos', free: 50 * GB, size: 100 * GB }],
  failures: 0,
  msSinceCrash: undefined,
};
const withDisk = (free: number, size: number) => judge({ ...calm, disks: [{ name: 'los datos', free, size }] }).disk;

describe('M5 a trouble', () => {
  it('is none while all is well', () => {
    expect(judge(calm)).toEqual({ backup: null, disk: null, database: null });
  });

  it('of backups is what the panel shows, and unknown while the database does not say', () => {
    expect(judge({ ...calm, backup: 'failed' }).backup).toContain(
      'la última copia de seguridad falló. El motivo está en',
    );
    expect(judge({ ...calm, backup: 'overdue' }).backup).toContain('hace demasiado que no se completa');
    expect(judge({ ...calm, backup: undefined }).backup).toBeUndefined();
  });

  it.each([
    ['a large disk with 1 GB', 0.99, 1.01, 1.26, 4_000],
    ['a disk of 10 GB with a twentieth', 0.49, 0.51, 0.63, 10],
    ['a small one with twice what writes need', 0.063, 0.065, 0.081, 0.5],
  ])('of room begins on %s, and ends with a quarter more', (_which, low, between, enough, size) => {
    expect(withDisk(low * GB, size * GB)).toContain('queda poco lugar en el disco de los datos');
    expect(withDisk(between * GB, size * GB)).toBeUndefined();
    expect(withDisk(enough * GB, size * GB)).toBeNull();
  });

  it('of room is that of any disk, and unknown of none', () => {
    const backups = { name: 'las copias de seguridad', free: 0.5 * GB, size: 100 * GB };
    expect(judge({ ...calm, disks: [...calm.disks, backups] }).disk).toContain(
      'queda poco lugar en el disco de las copias de seguridad: 500 MB de 100 GB.',
    );
    expect(judge({ ...calm, disks: [] }).disk).toBeUndefined();
  });

  it('of the database is one that ended by itself, until ten minutes have gone by, or two checks in a row without an answer', () => {
    const database = (failures: number, msSinceCrash?: number) => judge({ ...calm, failures, msSinceCrash }).database;
    expect(database(1, 0)).toContain('se detuvo de forma inesperada');
    expect(database(0, 9 * MINUTE_MS)).toContain('se detuvo de forma inesperada');
    expect(database(0, 10 * MINUTE_MS)).toBeNull();
    expect(database(1)).toBeUndefined();
    expect(database(2)).toContain('no responde');
  });
});

it('M5 an alert says whose trouble it is, which and when, in words for a chat', () => {
  const teller = { host: 'caja', version: '1.2.3', at: new Date('2026-03-05T12:00:00Z') };
  const rest = { host: 'caja', version: '1.2.3', at: '2026-03-05T12:00:00.000Z' };
  expect(alertOf('backup', 'falló.', teller)).toEqual({
    text: 'Pulso (caja): falló.',
    trouble: 'backup',
    over: false,
    ...rest,
  });
  const over = 'Pulso (caja): las copias de seguridad vuelven a estar al día.';
  expect(alertOf('backup', null, teller)).toEqual({ text: over, trouble: 'backup', over: true, ...rest });
});
