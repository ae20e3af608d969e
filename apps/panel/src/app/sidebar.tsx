import { ChevronDown, LogOut, Settings, Wallet, type LucideIcon } from 'lucide-react';
import { Fragment, Suspense, useEffect, useId, useRef, useState } from 'react';
import { MenuLink } from '@pulso/web/navigation/link';
import { usePlace } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { readCookie } from '#api/session';
import { logOut } from '#app/log-out';
import { isVisible, mainScreens, moneyScreens, settingsScreens, type MenuScreen } from '#app/screens';

const itemClass = 'menu-item';

function Item({ item: { path, label, icon: Icon, Waiting }, narrow }: { item: MenuScreen; narrow: boolean }) {
  return (
    <MenuLink to={path} className={itemClass} title={narrow ? label : undefined}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className={narrow ? 'sr-only' : 'truncate'}>{label}</span>
      {Waiting && !narrow && (
        <Suspense>
          <Waiting />
        </Suspense>
      )}
    </MenuLink>
  );
}

type GroupProps = { label: string; icon: LucideIcon; screens: MenuScreen[]; openAtFirst: boolean; narrow: boolean };

function Group({ label, icon: Icon, screens, openAtFirst, narrow }: GroupProps) {
  const id = useId();
  const [open, setOpen] = useState(openAtFirst);
  const visible = screens.filter(isVisible);
  if (visible.length === 0) return null;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        title={narrow ? label : undefined}
        onClick={() => setOpen(!open)}
        className={`${itemClass} w-full`}
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        <span className={narrow ? 'sr-only' : ''}>{label}</span>
        {!narrow && (
          <ChevronDown
            aria-hidden
            className={`ml-auto size-4 transition-transform duration-150 ${open ? 'rotate-180' : ''}`}
          />
        )}
      </button>
      <div id={id} hidden={!open} className={narrow ? '' : 'pl-3'}>
        {visible.map((item) => (
          <Item key={item.path} item={item} narrow={narrow} />
        ))}
      </div>
    </div>
  );
}

function UserBox({ narrow }: { narrow: boolean }) {
  const name = readCookie('nombre') || 'Sin nombre';
  const username = readCookie('username') ?? '';
  return (
    <section aria-label="Usuario" className="border-t border-line p-3">
      <div className={`flex items-center gap-3 px-2 pb-2 ${narrow ? 'justify-center px-0' : ''}`}>
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-bold text-accent"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
        <div className={narrow ? 'sr-only' : 'min-w-0'}>
          <p className="truncate text-sm font-semibold">{name}</p>
          <p className="truncate text-xs text-muted">{username}</p>
        </div>
      </div>
      <MenuLink to={addresses.guide} className={itemClass} title={narrow ? 'Ayuda' : undefined}>
        {/* A plain character: an icon of the set would be loaded on every first visit. */}
        <span aria-hidden className="w-5 shrink-0 text-center text-base font-bold">
          ?
        </span>
        <span className={narrow ? 'sr-only' : ''}>Ayuda</span>
      </MenuLink>
      <button
        type="button"
        className={`${itemClass} w-full`}
        title={narrow ? 'Cerrar sesión' : undefined}
        onClick={() => void logOut()}
      >
        <LogOut aria-hidden className="size-5 shrink-0" />
        <span className={narrow ? 'sr-only' : ''}>Cerrar sesión</span>
      </button>
    </section>
  );
}

export function Brand({ narrow = false }: { narrow?: boolean }) {
  return (
    <span className="flex items-center gap-2.5 text-lg font-bold tracking-tight">
      <img src="/favicon.svg" alt="" width={32} height={32} className="size-8" />
      <span className={narrow ? 'sr-only' : ''}>Pulso</span>
    </span>
  );
}

/** The menu; the layout decides whether it stands beside the page or slides over it. */
export function Sidebar({ narrow = false }: { narrow?: boolean }) {
  const { pathname } = usePlace();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // The settings may overflow the menu. scrollIntoView would scroll the page as well.
    const end = (element: Element | null | undefined) => element?.getBoundingClientRect().bottom ?? 0;
    const hidden = end(menu.current?.querySelector('[aria-current]')) - end(menu.current);
    if (hidden > 0) menu.current?.scrollBy(0, hidden + 12);
  }, [pathname]);
  return (
    <>
      <nav ref={menu} aria-label="Menú principal" className="min-h-0 flex-1 space-y-0.5 overflow-y-auto p-3">
        {mainScreens.filter(isVisible).map((item) => (
          <Fragment key={item.path}>
            <Item item={item} narrow={narrow} />
            {item.path === addresses.users.list && (
              <Group label="La plata" icon={Wallet} screens={moneyScreens} openAtFirst narrow={narrow} />
            )}
          </Fragment>
        ))}
        <div className="pt-2">
          <Group
            label="Configuración"
            icon={Settings}
            screens={settingsScreens}
            openAtFirst={settingsScreens.some(({ path }) => pathname.startsWith(path))}
            narrow={narrow}
          />
        </div>
      </nav>
      <UserBox narrow={narrow} />
    </>
  );
}
