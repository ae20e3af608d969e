import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '@pulso/web/ui/controls/button';
import { chooseTheme, onThemeChange, readTheme, type Theme } from '#app/theme';

const nextThemes: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const themeButtons = {
  system: { label: 'Tema: el del sistema', Icon: Monitor },
  light: { label: 'Tema: claro', Icon: Sun },
  dark: { label: 'Tema: oscuro', Icon: Moon },
};

export function ThemeButton() {
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  const { label, Icon } = themeButtons[theme];
  const change = () => chooseTheme(nextThemes[theme]);
  return <IconButton label={label} icon={<Icon aria-hidden className="size-5" />} onClick={change} />;
}
