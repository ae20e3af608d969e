import type { Access } from '@pulso/contract/coaching/access';
import { describe, expect, it } from 'vitest';
import { accessMessage, clientAddress, describeAccess, describeUse, isPublicAddress } from './access.rules';

const access: Access = {
  ...{ secret: 'abc', code: '482913', expires_at: '2026-11-22T13:32:00.000Z', public_url: null },
  ...{ business: 'Fuerza Sur', area_code: '11', text: null },
};
const message = (given: Partial<Access>) =>
  accessMessage({ access: { ...access, ...given }, address: 'https://gym.example', name: 'Ana María Gómez' });

describe('LNK-01 the message with an access', () => {
  it('has the link and the code in the words of the template', () => {
    expect(message({})).toBe(
      'Hola Ana, aquí está tu entrenamiento con Fuerza Sur: https://gym.example/mi/entrar#abc\nSi te pide un código: 482913',
    );
  });

  it('leaves the code out where there is none, and the link never', () => {
    const link = 'https://gym.example/mi/entrar#abc';
    expect(message({ code: null, business: '' })).toBe(`Hola Ana, aquí está tu entrenamiento con nosotros: ${link}`);
    expect(message({ text: 'Hola {nombre}\nTu plan: {plan}' })).toBe(`Hola Ana\n${link}`);
    expect(message({ text: '{plan}' })).toBe(link);
  });

  it('says until when it is good, by the clock of Buenos Aires', () => {
    expect(describeAccess(access)).toBe(
      'El enlace sirve una vez, hasta el 22/11/2026 a las 10:32. Un envío nuevo anula el anterior.',
    );
  });
});

it('LNK-02 its address is what the server was told, else the panel’s own, and public only by https', () => {
  expect(clientAddress({ ...access, public_url: 'https://gym.example' }, 'http://10.0.0.2')).toBe(
    'https://gym.example',
  );
  expect(clientAddress(access, 'http://10.0.0.2')).toBe('http://10.0.0.2');
  expect(['https://gym.example', 'http://10.0.0.2', 'http://localhost:3000'].map(isPublicAddress)).toEqual([
    true,
    false,
    false,
  ]);
});

it('LNK-11 a client is told of by his last use and his phones', () => {
  const now = new Date('2026-11-19T12:00:00Z');
  const phone = { id: 'x', device: 'Otro', created_at: '', last_used_at: '', address: '' };
  const describe = (phones: number, last_used_at: string | null) =>
    describeUse({ success: true, data: Array.from({ length: phones }, () => phone), last_used_at }, now);
  expect(describe(0, null)).toBe('Nunca entró');
  expect(describe(2, '2026-11-19T10:00:00Z')).toBe('Última vez hace 2 horas · 2 teléfonos');
  expect(describe(1, '2026-11-19T11:59:30Z')).toBe('Última vez hace un momento · 1 teléfono');
  expect(describe(0, '2026-11-10T10:00:00Z')).toBe('Última vez el 10/11/2026 · ningún teléfono');
});
