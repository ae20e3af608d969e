import { statistics, type Statistics } from '@pulso/contract/desk/statistics';
import { expect, it } from 'vitest';
import { readStatistics } from '#features/desk/statistics/read-statistics';
import { gapsOf, completeAnswer } from '#test/gaps';

it('INI-20 INI-16 G4 a counter that is missing or no number is a failure; extras that are not sound are left out', () => {
  const answer = completeAnswer(statistics);
  expect(readStatistics(answer)).toEqual(answer);
  const { entrenamientos, usuarios } = answer as Pick<Statistics, 'entrenamientos' | 'usuarios'>;
  for (const { what, place, row } of gapsOf(answer)) {
    const read = readStatistics(row);
    if (place[1] === 'por_expirar') expect(read?.usuarios, what).toEqual({ ...usuarios, por_expirar: undefined });
    else if (place[1] !== 'por_nivel') expect(read, what).toBeUndefined();
    // Only the titles and counts are shown.
    else if (place[3] !== 'id' && what !== 'entrenamientos.por_nivel.0 absent')
      expect(read?.entrenamientos, what).toEqual({ ...entrenamientos, por_nivel: undefined });
  }
});
