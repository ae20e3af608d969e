import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutations } from './list';

it('every mutation finds the text that it breaks, and the tests that should notice', () => {
  const stale = mutations.filter(
    ({ file, find, tests }) => !readFileSync(file, 'utf8').includes(find) || !existsSync(tests),
  );
  expect(stale).toEqual([]);
});
