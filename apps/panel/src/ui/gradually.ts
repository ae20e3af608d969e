import { useEffect, useMemo, useState } from 'react';

/** Laying out fifty new rows at once takes three times as long as a person who types may be held up. */
const MAX_NEW = 10;

type Identified = { id: number };

/** As far as there are no more new rows than that. */
export function upTo<Row extends Identified>(rows: Row[], before: Row[], max: number): Row[] {
  const known = new Set(before.map(({ id }) => id));
  let news = 0;
  const end = rows.findIndex((row) => !known.has(row.id) && ++news > max);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Rows that come in the place of others, a few in each frame; the first ones all at once. */
export function useGradually<Row extends Identified>(rows: Row[]): Row[] {
  const [before, setBefore] = useState(rows);
  const shown = useMemo(() => (before === rows ? rows : upTo(rows, before, MAX_NEW)), [before, rows]);
  useEffect(() => {
    if (shown === before) return undefined;
    // Once these are laid out, so that keys typed meanwhile come first.
    const next = requestAnimationFrame(() => setBefore(shown));
    return () => cancelAnimationFrame(next);
  }, [shown, before]);
  return shown;
}
