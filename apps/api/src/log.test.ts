import { expect, it } from 'vitest';
import { inPlainWords } from '#log';

const TIME = new Date(2026, 10, 18, 9, 5, 7).getTime();
const write = (line: object) => inPlainWords(JSON.stringify({ time: TIME, pid: 7, hostname: 'caja', ...line }));

it('M7 a line of the log is plain words at a terminal, with what went wrong below it', () => {
  expect(write({ level: 40, msg: 'La base de datos se detuvo.' })).toBe('09:05:07 AVISO La base de datos se detuvo.\n');
  expect(write({ level: 30, reqId: 'x', method: 'GET', path: '/api/user', status: 200, msg: 'request' })).toBe(
    '09:05:07 request {"method":"GET","path":"/api/user","status":200}\n',
  );
  expect(write({ level: 50, msg: 'request failed', error: { message: 'no', stack: 'Error: no\n    at x' } })).toBe(
    '09:05:07 ERROR request failed \nError: no\n    at x\n',
  );
});
