import { expect, it } from 'vitest';
import { parseClientAct } from '#app/palette.rules';

it('A25 a verb with a name is an act for that client, in any case; a verb alone, or in the middle, is none', () => {
  expect(parseClientAct('renovar ana gómez')).toEqual({ verb: 'renovar', client: 'ana gómez' });
  expect(parseClientAct(' Cobrar  Ñusta ')).toEqual({ verb: 'cobrar', client: 'Ñusta' });
  for (const typed of ['', 'renovar', 'cobrar ', 'ana renovar', 'renovarana x', 'cobranzas ana'])
    expect(parseClientAct(typed)).toBeUndefined();
});
