const THEME_KEY = 'pulso-tema';
export type Theme = 'light' | 'dark' | 'system';

let chosenTheme: Theme | undefined;

/** The system's choice unless the person made one. */
export function readTheme(): Theme {
  if (chosenTheme) return chosenTheme;
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const listeners = new Set<() => void>();

export function onThemeChange(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Switches to the theme that is not shown now. */
export function switchTheme() {
  const theme = readTheme();
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  chooseTheme(isDark ? 'light' : 'dark');
}

export function chooseTheme(theme: Theme) {
  chosenTheme = theme;
  applyTheme(theme);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}
