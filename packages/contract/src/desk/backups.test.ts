import { expect, it } from 'vitest';
import { intervalInWords, tooSoonMessage, sizeInWords } from './backups';

it('sizes and intervals are said in words', () => {
  const sizes = {
    0: '0 bytes',
    999: '999 bytes',
    1_000: '1,0 kB',
    13_268_480: '13,3 MB',
    412_000_000: '412 MB',
    5e12: '5,0 TB',
  };
  for (const [bytes, words] of Object.entries(sizes)) expect(sizeInWords(Number(bytes))).toBe(words);
  const intervals = {
    86_400: 'día',
    172_800: '2 días',
    21_600: '6 horas',
    3_600: 'hora',
    1_800: '30 minutos',
    5_400: '90 minutos',
  };
  for (const [seconds, words] of Object.entries(intervals)) expect(intervalInWords(Number(seconds))).toBe(words);
});

it('X15 whoever asks for another backup too soon hears when one is possible', () => {
  expect([120, 61, 60, 1].map((seconds) => /en (\d+) min\.$/.exec(tooSoonMessage(seconds))?.[1])).toEqual([
    '2',
    '2',
    '1',
    '1',
  ]);
});
