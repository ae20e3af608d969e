import { useEffect, useRef, useState, type ReactNode } from 'react';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { EDITED_EVENT, useField } from '#forms/form';

export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

/** True for a list from a draft, in its edited and not its stored form. */
const isDraftList = (initial: unknown): initial is { rows: unknown[] } =>
  typeof initial === 'object' && initial !== null && 'rows' in initial;

type RowsChange<Row> = (before: readonly Row[]) => readonly Row[];

export type RowsField<Row> = {
  rows: readonly Row[];
  error: string | undefined;
  /** Replaces or reorders rows. Messages belong to positions, so the list's messages are cleared. */
  arrange: (next: RowsChange<Row>) => void;
  move: (from: number, to: number) => void;
  /**
   * Removes something and says so; 'Deshacer' restores it into the list as it is by then. `of` names the removed part's
   * parent.
   */
  take: (words: string, away: RowsChange<Row>, back: RowsChange<Row>, of?: string) => void;
  /** Withdraws 'Deshacer' for parts whose parent is gone. */
  withdraw: (of: string) => void;
  /** Removes a row; 'Deshacer' restores it at its position. */
  remove: (index: number, words: string) => void;
  /** Changes one row; its controls clear their own messages. */
  edit: (index: number, changes: Partial<Row>) => void;
  /** The hidden control by which the form reads the list, as JSON. */
  control: ReactNode;
};

/** A list inside a form: `read` turns the form's value into rows, `send` turns them into the submitted value. */
export function useRows<Row, Stored>(
  name: string,
  read: (stored: Stored | undefined) => Row[],
  send: (rows: readonly Row[]) => unknown = (rows) => rows,
): RowsField<Row> {
  const { error, initial, changed, note, form } = useField(name);
  // A form's values are `unknown`; the caller knows the type stored under this name.
  const [rows, setRows] = useState<readonly Row[]>(() =>
    isDraftList(initial) ? (initial.rows as Row[]) : read(initial as Stored | undefined),
  );
  const arrange: RowsField<Row>['arrange'] = (next) => {
    setRows(next);
    changed();
  };
  // The hidden control has no event of its own for those who follow the form's values.
  useEffect(() => {
    form?.dispatchEvent(new Event(EDITED_EVENT));
  }, [form, rows]);
  // 'Deshacer' is offered only while the list, or the row, to restore into exists.
  const offered = useRef(new Map<string, AbortController>());
  const withdraw = (of: string) => {
    offered.current.get(of)?.abort();
    offered.current.delete(of);
  };
  useEffect(() => {
    const { current } = offered;
    return () => {
      for (const offer of current.values()) offer.abort();
      current.clear();
    };
  }, []);
  const take: RowsField<Row>['take'] = (words, away, back, of = '') => {
    arrange(away);
    const offer = offered.current.get(of) ?? new AbortController();
    offered.current.set(of, offer);
    showToast({ title: words, tone: 'good', undo: () => arrange(back), until: offer.signal });
  };
  return {
    rows,
    error,
    arrange,
    take,
    withdraw,
    remove: (index, words) => {
      const taken = rows.slice(index, index + 1);
      take(
        words,
        (before) => before.toSpliced(index, 1),
        (before) => before.toSpliced(index, 0, ...taken),
      );
    },
    move: (from, to) => arrange((before) => moveItem(before, from, to)),
    edit: (index, changes) =>
      setRows((before) => before.map((row, place) => (place === index ? { ...row, ...changes } : row))),
    control: (
      <>
        <input type="hidden" name={name} value={JSON.stringify(send(rows))} data-rows={JSON.stringify(rows)} />
        {note('')}
      </>
    ),
  };
}
