import { Menu } from 'lucide-react';
import { MenuLink } from '@pulso/web/navigation/link';
import { useRootAttribute } from '@pulso/web/ui/hooks/use-root-attribute';
import { addresses } from '#addresses';
import { isVisible, mainScreens, moneyScreens } from '#app/screens';

/** The screens of every day; everything else is in the menu. */
const places = [addresses.home, addresses.users.list, addresses.collections] as const;

const itemClass =
  'flex h-14 min-w-11 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted aria-[current=page]:text-accent';

/** The bar at the foot of a phone: the places of every day, as far as this server and this role have them, and the menu. */
export function PhonePlaces({ onMore }: { onMore: () => void }) {
  useRootAttribute('data-places');
  const screens = [...mainScreens, ...moneyScreens].filter(
    (screen) => places.some((place) => place === screen.path) && isVisible(screen),
  );
  return (
    <nav aria-label="Lugares de todos los días" className="flex pb-[env(safe-area-inset-bottom)]">
      {screens.map(({ path, label, icon: Icon }) => (
        <MenuLink key={path} to={path} className={itemClass}>
          <Icon aria-hidden className="size-5" />
          {label}
        </MenuLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label="Más: abrir el menú"
        onClick={onMore}
        className={itemClass}
      >
        <Menu aria-hidden className="size-5" />
        Más
      </button>
    </nav>
  );
}
