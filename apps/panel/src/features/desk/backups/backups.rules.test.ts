import type { Backup } from '@pulso/contract/desk/backups';
import { expect, it } from 'vitest';
import { describeReason, describeTrouble } from '#features/desk/backups/backups.rules';

const buildRow = (day: number, fields: Partial<Backup>): Backup => ({
  ...{ id: day, state: 'done', made_by: 'schedule', pinned: false, progress: 100, finished_at: null, file: 'x.tar' },
  ...{ size: 1, rows: 1, images: 1, missing_images: 0, verified_at: null, problem: null, available: true },
  started_at: `2026-03-0${day}T17:00:00.000Z`,
  ...fields,
});

it('L3 M3 a trouble is said in its own words, with the backup that there is all the same', () => {
  const lastGood = buildRow(4, { available: false, problem: 'No se pudo comprobar: sin binarios' });
  const backups = [lastGood, buildRow(3, {}), buildRow(2, { verified_at: '2026-03-02T17:01:00.000Z' })];
  const words = (trouble: 'failed' | 'missing' | 'unchecked' | 'overdue' | null, rows = backups) => {
    const report = { trouble, last_good: rows[0] ?? null, backups: rows };
    return [describeTrouble(report), describeReason(report)];
  };
  expect(words(null)).toEqual([undefined, '']);
  expect(words('overdue')).toEqual([
    'La copia de seguridad está atrasada. La última buena es del 4 mar 2026, 14:00.',
    '',
  ]);
  expect(words('missing')).toEqual([
    'El archivo de la última copia de seguridad ya no está en su carpeta. La última que hay es del 3 mar 2026, 14:00.',
    '',
  ]);
  expect(words('unchecked')).toEqual([
    'Las últimas copias de seguridad no se pudieron comprobar. La última comprobada es del 2 mar 2026, 14:00.',
    'No se pudo comprobar: sin binarios',
  ]);
  expect(words('failed', [])).toEqual(['La última copia de seguridad falló. Todavía no hay ninguna.', '']);
});
