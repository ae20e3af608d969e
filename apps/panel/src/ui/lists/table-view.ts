/** Which columns of a table are put away, and whether its rows are close together. */
export type TableView = { off: readonly string[]; dense: boolean };
type Stored = { off?: Record<string, string[]>; dense?: boolean };

/** Kept on this device: columns by the table's caption, closeness for all tables. */
export const TABLES_KEY = 'pulso-tablas';

export function readTables(): Stored {
  try {
    return (JSON.parse(localStorage.getItem(TABLES_KEY) ?? '{}') ?? {}) as Stored;
  } catch {
    // A blocked storage or another's text: the tables as they are meant.
    return {};
  }
}

export function readTableView(caption: string): TableView {
  const { off, dense } = readTables();
  const columns: unknown = off?.[caption];
  return { off: Array.isArray(columns) ? columns : [], dense: dense === true };
}
