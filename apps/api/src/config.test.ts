import { describe, expect, it } from 'vitest';
import { readConfig } from './config';

describe('a configuration', () => {
  it.each([
    ['PORT', '70000', 'debe ser un número entero de 0 a 65535'],
    ['PORT', 'mil', 'debe ser un número entero de 0 a 65535'],
    ['PUSH_PER_SECOND', '1.5', 'debe ser un número entero de 1 a 10000'],
    ['DATABASE_URL', 'mysql://x', 'debe empezar con postgres://'],
    ['ADMIN_PASSWORD', 'x'.repeat(257), 'puede tener 256 caracteres como máximo'],
    ['LOG_LEVEL', 'todo', 'debe ser debug, info, warn, error, silent'],
  ])('with %s=%s is refused in words', (name, value, words) => {
    expect(() => readConfig({ [name]: value })).toThrow(`La configuración no es válida:\n  ${name}: ${words}`);
  });
});
