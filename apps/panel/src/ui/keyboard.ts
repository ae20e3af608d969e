/** Less is a bar of the browser. */
const MIN_KEYS_PX = 120;

/**
 * The keys of a phone lie over the page, which does not know: dialogs end above them (`--keyboard`), and the bar at the bottom
 * goes (`data-keyboard`).
 */
export function watchKeyboard() {
  const view = window.visualViewport;
  const root = document.documentElement;
  if (!view) return;
  const look = () => {
    const covered = Math.round(innerHeight - view.height * view.scale);
    const isOpen = covered > MIN_KEYS_PX;
    root.toggleAttribute('data-keyboard', isOpen);
    root.style.setProperty('--keyboard', `${isOpen ? covered : 0}px`);
  };
  // They may be up already.
  look();
  view.addEventListener('resize', look);
}
