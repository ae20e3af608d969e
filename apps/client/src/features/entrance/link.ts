let taken: string | undefined;

/**
 * The secret behind the `#` of the address, which it leaves at once: no history, screenshot or next page keeps it. Kept here
 * for a component that React makes twice.
 */
export function takeLink(): string | undefined {
  const secret = location.hash.slice(1);
  if (secret) {
    history.replaceState(history.state, '', location.pathname + location.search);
    taken = secret;
  }
  return taken;
}

/** It has been used: who leaves is not offered it again. */
export function dropLink() {
  taken = undefined;
}
