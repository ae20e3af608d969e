import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { chooseTheme, onTheme, readTheme, type Theme } from '#app/theme';
import { IconButton } from '#ui/controls/button';

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const looks = {
  system: { label: 'Tema: el del sistema', Icon: Monitor },
  light: { label: 'Tema: claro', Icon: Sun },
  dark: { label: 'Tema: oscuro', Icon: Moon },
};

export function ThemeButton() {
  const theme = useSyncExternalStore(onTheme, readTheme);
  const { label, Icon } = looks[theme];
  const change = () => chooseTheme(next[theme]);
  return <IconButton label={label} icon={<Icon aria-hidden className="size-5" />} onClick={change} />;
}
