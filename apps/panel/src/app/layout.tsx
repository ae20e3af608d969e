import { formatClock, formatHeaderDate } from '@pulso/contract/kit/dates';
import { LogOut, Menu, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { leaveExpired, onSessionEnded } from '#api/session';
import { useKeys } from '#app/keys';
import { logOut } from '#app/log-out';
import { Brand, Sidebar } from '#app/sidebar';
import { ThemeButton } from '#app/theme-button';
import { useLoading } from '#navigation/navigation';
import { IconButton } from '#ui/button';
import { useNow } from '#ui/use-now';
import { useOnline } from '#ui/use-online';

const SlidingSidebar = lazy(async () => ({ default: (await import('#app/sliding-sidebar')).SlidingSidebar }));
const KeysDialog = lazy(async () => ({ default: (await import('#app/keys-dialog')).KeysDialog }));
const CommandPalette = lazy(async () => ({ default: (await import('#app/command-palette')).CommandPalette }));

/** Beside the page on a wide screen, where it can be narrowed to its icons. */
function StandingSidebar() {
  const [narrow, setNarrow] = useState(false);
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      data-narrow={narrow || undefined}
      className="sticky top-0 hidden h-dvh w-68 shrink-0 flex-col border-r border-line bg-surface transition-[width] duration-150 data-narrow:w-18 lg:flex print:hidden"
    >
      <div
        className={`flex h-16 items-center border-b border-line px-4 ${narrow ? 'justify-center' : 'justify-between'}`}
      >
        {!narrow && <Brand />}
        <IconButton
          label={narrow ? 'Expandir el menú' : 'Contraer el menú'}
          aria-expanded={!narrow}
          icon={<Icon aria-hidden className="size-5" />}
          onClick={() => setNarrow(!narrow)}
        />
      </div>
      <Sidebar narrow={narrow} />
    </aside>
  );
}

function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const now = useNow();
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-1 border-b border-line bg-surface/95 px-2 backdrop-blur sm:gap-2 sm:px-6 print:hidden">
      <IconButton
        label="Abrir el menú"
        className="lg:hidden"
        icon={<Menu aria-hidden className="size-5" />}
        onClick={onMenu}
      />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-11 min-w-11 items-center gap-2 rounded-control px-3 text-sm text-muted hover:bg-sunken sm:h-10 sm:w-64 sm:border sm:border-line"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="sr-only sm:not-sr-only">Ir a…</span>
        <kbd className="ml-auto hidden rounded border border-line px-1.5 text-xs sm:inline">Ctrl K</kbd>
      </button>
      <div className="ml-auto flex items-baseline gap-2 text-sm tabular-nums">
        <time aria-label="Hora" className="font-semibold">
          {formatClock(now)}
        </time>
        <span className="text-muted">{formatHeaderDate(now)}</span>
      </div>
      <ThemeButton />
      <IconButton
        label="Cerrar sesión"
        className="lg:hidden"
        icon={<LogOut aria-hidden className="size-5" />}
        onClick={() => void logOut()}
      />
    </header>
  );
}

type Open = 'menu' | 'palette' | 'keys';

export function Layout({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open>();
  const loading = useLoading();
  const online = useOnline();
  const close = () => setOpen(undefined);
  const openPalette = useCallback(() => setOpen('palette'), []);
  const openKeys = useCallback(() => setOpen('keys'), []);
  useKeys({ onPalette: openPalette, onHelp: openKeys });

  useEffect(() => onSessionEnded(() => location.assign('/login'), leaveExpired), []);

  return (
    <div className="flex min-h-dvh print:min-h-0">
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Saltar al contenido
      </a>
      <StandingSidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onMenu={() => setOpen('menu')} onSearch={openPalette} />
        {!online && (
          <p
            role="status"
            className="sticky top-16 z-30 bg-yellow-soft px-4 py-1 text-center text-sm font-medium text-yellow print:hidden"
          >
            Sin conexión
          </p>
        )}
        <main
          id="contenido"
          tabIndex={-1}
          aria-busy={loading || undefined}
          className="@container mx-auto w-full max-w-screen-2xl flex-1 p-4 outline-none sm:px-6 sm:py-5 print:p-0"
        >
          {children}
        </main>
      </div>
      <Suspense>
        {open === 'menu' && <SlidingSidebar onClose={close} />}
        {open === 'palette' && <CommandPalette onClose={close} onKeys={openKeys} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
