import { addDays } from '@pulso/contract/kit/dates';
import { expect, it } from 'vitest';
import { installOffer } from './install.rules';

const today = '2026-03-10';
const android = { first: addDays(today, -1), today, installed: false, asks: true, iphone: false };
const iphone = { ...android, asks: false, iphone: true };

it('PWA-07 is offered from the second day of use on: by the browser’s question, on an iPhone by steps', () => {
  expect(installOffer(android)).toBe('question');
  expect(installOffer(iphone)).toBe('steps');
  for (const first of [today, addDays(today, 1), undefined]) {
    expect(installOffer({ ...android, first })).toBeUndefined();
    expect(installOffer({ ...iphone, first })).toBeUndefined();
  }
});

it('PWA-07 is not offered for thirty days after Ahora no, nor where it is installed, nor where nothing can be', () => {
  for (const [days, offered] of [
    [0, undefined],
    [29, undefined],
    [30, 'steps'],
  ] as const)
    expect(installOffer({ ...iphone, first: '2026-01-01', hidden: addDays(today, -days) })).toBe(offered);
  expect(installOffer({ ...android, installed: true })).toBeUndefined();
  expect(installOffer({ ...iphone, installed: true })).toBeUndefined();
  expect(installOffer({ ...android, asks: false })).toBeUndefined();
});
