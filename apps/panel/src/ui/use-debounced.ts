import { useEffect, useState } from 'react';

/** A value once it has rested so long: what is typed is asked of the server when the fingers pause, not at every key. */
export function useDebounced<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
