/** Smallest height of an on-screen keyboard; a smaller overlap is a browser bar. */
const MIN_KEYBOARD_PX = 120;

/**
 * Tracks the on-screen keyboard, which covers the page without resizing it: dialogs end above it (`--keyboard`), and
 * the bar at the bottom hides (`data-keyboard`).
 */
export function watchKeyboard() {
  const view = window.visualViewport;
  const root = document.documentElement;
  if (!view) return;
  const look = () => {
    const covered = Math.round(innerHeight - view.height * view.scale);
    const isOpen = covered > MIN_KEYBOARD_PX;
    root.toggleAttribute('data-keyboard', isOpen);
    root.style.setProperty('--keyboard', `${isOpen ? covered : 0}px`);
  };
  // The keyboard may be open already.
  look();
  view.addEventListener('resize', look);
}
