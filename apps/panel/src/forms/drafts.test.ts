import { afterEach, expect, it, vi } from 'vitest';
import { draftLifetimeMs } from '#forms/drafts';
import { isExpired } from '#api/stored/expiry';

const HOUR_MS = 3_600_000;

afterEach(() => void vi.useRealTimers());

it('X23 what a session left is old after four hours, and at once where its time is none or has not come', () => {
  vi.useFakeTimers({ now: 100 * HOUR_MS });
  expect([100, 98, 96].map((hour) => isExpired(hour * HOUR_MS))).toEqual([false, false, false]);
  expect([96 * HOUR_MS - 1, 0, 105 * HOUR_MS, Number.NaN].map((at) => isExpired(at))).toEqual([true, true, true, true]);
});

it('X23 a draft is kept for four hours where it may name somebody, and for a week where it is of things', () => {
  const ofPeople = [
    '/usuarios/nuevo',
    '/usuarios/5#Renovar#',
    '/pagos#Registrar pago#',
    '/precios/aumentos/nuevo',
    '/home',
  ];
  expect(ofPeople.map((form) => draftLifetimeMs(form) / HOUR_MS)).toEqual([4, 4, 4, 4, 4]);
  const ofThings = [
    '/dietas/nuevo',
    '/entrenamientos/form/5',
    '/configuracion/niveles#Nuevo Nivel#',
    '/productos#Editar#3',
  ];
  expect(ofThings.map((form) => draftLifetimeMs(form) / HOUR_MS)).toEqual([168, 168, 168, 168]);
});
