import { afterEach, expect, it, vi } from 'vitest';
import { readTableView, TABLES_KEY } from '#ui/lists/table-view';

const store = (text: string) =>
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === TABLES_KEY ? text : null) });
afterEach(() => vi.unstubAllGlobals());

it('a table is as this device keeps it, and as it is meant where nothing sound is kept', () => {
  store(JSON.stringify({ off: { Usuarios: ['id'] }, dense: true }));
  expect(readTableView('Usuarios')).toEqual({ off: ['id'], dense: true });
  expect(readTableView('Pagos')).toEqual({ off: [], dense: true });
  for (const text of ['', 'null', '7', '{"off":{"Usuarios":"id"},"dense":"yes"}']) {
    store(text);
    expect(readTableView('Usuarios'), text).toEqual({ off: [], dense: false });
  }
  vi.unstubAllGlobals();
  expect(readTableView('Usuarios')).toEqual({ off: [], dense: false });
});
