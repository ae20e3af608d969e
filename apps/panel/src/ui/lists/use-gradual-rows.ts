import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShownScreen } from '@pulso/web/navigation/navigation';

/** New rows per frame: laying out fifty at once blocks typing three times longer than acceptable. */
const MAX_NEW_ROWS = 10;
/** Rows of the first frame, more than any screen holds: nobody waits for the end of a long table. */
const MAX_FIRST_ROWS = 100;

type RowWithId = { id: number };

/** The leading rows, up to `max` new ones. */
export function takeNewRows<Row extends RowWithId>(rows: Row[], before: Row[], max: number): Row[] {
  const previousIds = new Set(before.map(({ id }) => id));
  let news = 0;
  const end = rows.findIndex((row) => !previousIds.has(row.id) && ++news > max);
  return end === -1 ? rows : rows.slice(0, end);
}

/** Adds replacing rows a few per frame; the first rows, as many as a screen holds, at once. */
export function useGradualRows<Row extends RowWithId>(rows: Row[]): Row[] {
  // Returning to a scrolled position needs all rows above it.
  const isBelow = Boolean(useShownScreen()?.top);
  const [before, setBefore] = useState(() =>
    isBelow || rows.length <= MAX_FIRST_ROWS ? rows : rows.slice(0, MAX_FIRST_ROWS),
  );
  const shownRows = useMemo(() => {
    // A long table grows in larger steps, or laying out the existing rows again would take the most time.
    const max = Math.max(MAX_NEW_ROWS, Math.floor(before.length / 5));
    return before === rows ? rows : takeNewRows(rows, before, max);
  }, [before, rows]);
  useEffect(() => {
    if (shownRows === before) return undefined;
    // Deferred until these are laid out, so that keys typed meanwhile are handled first.
    const next = requestAnimationFrame(() => setBefore(shownRows));
    return () => cancelAnimationFrame(next);
  }, [shownRows, before]);
  useEffect(() => {
    if (before === rows) return undefined;
    // Printing takes the rows that are rendered at that moment.
    const drawAll = () => flushSync(() => setBefore(rows));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [before, rows]);
  return shownRows;
}
