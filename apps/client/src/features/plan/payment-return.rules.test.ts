import { describe, expect, it } from 'vitest';
import { isReturn, nextPause, returnWords } from './payment-return.rules';

const renewal = { paying: { debt_id: null, at: 0 }, plan: { end: '2026-12-19' } };

describe('coming back from Mercado Pago', () => {
  it('is known by the address, or by what this phone has just left for', () => {
    expect(isReturn('?pago=volver', undefined, 0)).toBe(true);
    expect(isReturn('', { debt_id: 3, at: 1_000 }, 60_000)).toBe(true);
    expect(isReturn('', { debt_id: 3, at: 0 }, 3_600_000)).toBe(false);
    expect(isReturn('?otra=cosa', undefined, 0)).toBe(false);
  });

  it('asks at 0, 2, 5, 10, 20 and 40 seconds, then once a minute, and not for ever', () => {
    const pauses = Array.from({ length: 21 }, (_, asked) => nextPause(asked));
    let second = 0;
    const seconds = pauses.slice(0, 8).map((pause) => (second += (pause ?? NaN) / 1_000));
    expect(seconds).toEqual([0, 2, 5, 10, 20, 40, 100, 160]);
    expect(pauses.at(-1)).toBeUndefined();
  });

  it('says what happened, in the words of what was paid', () => {
    const text = (state: Parameters<typeof returnWords>[0], asked: number, of = renewal) =>
      returnWords(state, asked, of)?.text;
    expect(text(undefined, 0)).toBe('Estamos confirmando tu pago…');
    expect(text('open', 3)).toBe('Estamos confirmando tu pago…');
    expect(text('open', 6)).toBe('Todavía no nos llegó. Si ya pagaste, se actualiza solo.');
    expect(text('processing', 6)).toBe('Mercado Pago está procesando tu pago. Se actualiza solo.');
    expect(text('paid', 1)).toBe('Listo. Tu plan vence el 19/12/2026');
    expect(returnWords('paid', 1, { ...renewal, paying: { debt_id: 3, at: 0 } })?.text).toBe(
      'Listo. Recibimos tu pago.',
    );
    expect(text('failed', 1)).toContain('empezar otro');
    expect(text(null, 1)).toBeUndefined();
  });
});
