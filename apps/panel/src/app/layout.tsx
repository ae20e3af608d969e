import { formatClock, formatHeaderDate } from '@pulso/contract/kit/dates';
import { LogOut, Menu, PanelLeft, Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLoading } from '@pulso/web/navigation/navigation';
import { IconButton } from '@pulso/web/ui/controls/button';
import { speak, LIVE_REGION_ID } from '@pulso/web/ui/feedback/live-region';
import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { useOnline } from '@pulso/web/ui/hooks/use-online';
import { leaveExpiredSession, serverOffers } from '#api/session';
import { onSessionEnded } from '#api/session-ends';
import { statesVaryByScreen } from '#api/strict-spec';
import { useShortcuts } from '#app/shortcuts';
import { LoadingBar } from '#app/loading-bar';
import { logOut } from '#app/log-out';
import { Brand, Sidebar } from '#app/sidebar';
import { ThemeButton } from '#app/theme-button';
import { MAIN_ACTION_ID, useIsPhone } from '#ui/layout/main-action';

const SlidingSidebar = lazy(async () => ({ default: (await import('#app/sliding-sidebar')).SlidingSidebar }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('#app/shortcuts-dialog')).ShortcutsDialog }));
// Its code is of no use on a wide screen.
const PhonePlaces = lazyOptional(async () => (await import('#app/phone-places')).PhonePlaces);
const DemoBanner = lazyOptional(async () => (await import('#app/demo-banner')).DemoBanner);
const DataAge = lazyOptional(async () => (await import('#app/data-age')).DataAge);
const CommandPalette = lazy(async () => ({ default: (await import('#app/command-palette')).CommandPalette }));

/** Sidebar beside the page on a wide screen; can be narrowed to its icons. */
function DesktopSidebar() {
  const [narrow, setNarrow] = useState(false);
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
          icon={<PanelLeft aria-hidden className="size-5" />}
          onClick={() => setNarrow(!narrow)}
        />
      </div>
      <Sidebar narrow={narrow} />
    </aside>
  );
}

function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const now = useNow();
  /** A phone has a clock, and its way out in the menu; by the letter both stand here on every screen. */
  const wideOnly = statesVaryByScreen() ? '' : 'max-sm:hidden';
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-1 border-b border-line bg-surface/95 px-2 backdrop-blur sm:gap-2 sm:px-6 print:hidden">
      <IconButton
        label="Abrir el menú"
        data-menu-opener
        className="lg:hidden"
        icon={<Menu aria-hidden className="size-5" />}
        onClick={onMenu}
      />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-11 min-w-11 flex-1 items-center gap-2 rounded-control border border-line px-3 text-sm whitespace-nowrap text-muted hover:bg-sunken sm:h-10 sm:max-w-64"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        Ir a…
        <kbd className="ml-auto rounded border border-line px-1.5 text-xs max-sm:hidden">Ctrl K</kbd>
      </button>
      <div className={`ml-auto flex flex-wrap items-baseline justify-end gap-x-2 text-sm tabular-nums ${wideOnly}`}>
        <time className="font-semibold">{formatClock(now)}</time>
        <span className="text-muted">{formatHeaderDate(now)}</span>
      </div>
      <ThemeButton />
      <IconButton
        label="Cerrar sesión"
        className={`lg:hidden ${wideOnly}`}
        icon={<LogOut aria-hidden className="size-5" />}
        onClick={() => void logOut()}
      />
    </header>
  );
}

/**
 * On a phone, within reach of the thumb: the screen's main action, and below it the ways to other places. A form has its own
 * buttons there. Takes its own room and covers nothing.
 */
function BottomBar({ onMore }: { onMore: () => void }) {
  const isPhone = useIsPhone();
  return (
    <div data-thumb-bar className="sticky bottom-0 z-20 border-t border-line bg-surface sm:hidden print:hidden">
      <div id={MAIN_ACTION_ID} className="grid px-4 pt-2 empty:hidden" />
      <Suspense fallback={<div className="h-14" />}>{isPhone && <PhonePlaces onMore={onMore} />}</Suspense>
    </div>
  );
}

type OpenOverlay = 'menu' | 'palette' | 'keys';

export function Layout({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<OpenOverlay>();
  const loading = useLoading();
  const online = useOnline();
  const close = () => setOpen(undefined);
  const openPalette = useCallback(() => setOpen('palette'), []);
  const openKeys = useCallback(() => setOpen('keys'), []);
  useShortcuts({ onPalette: openPalette, onHelp: openKeys });

  useEffect(() => {
    if (!online) speak('Sin conexión', 'online');
  }, [online]);
  useEffect(() => onSessionEnded(() => location.assign('/login'), leaveExpiredSession), []);

  return (
    <div className="flex min-h-dvh print:min-h-0">
      <a href="#contenido" className="skip-link">
        Saltar al contenido
      </a>
      <LoadingBar />
      <DesktopSidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onMenu={() => setOpen('menu')} onSearch={openPalette} />
        {!online && (
          <p className="sticky top-16 z-30 bg-yellow-soft px-4 py-1 text-center text-sm font-medium text-yellow print:hidden">
            <span role="status">Sin conexión</span>
            <Suspense>
              <DataAge />
            </Suspense>
          </p>
        )}
        {serverOffers('demo') && (
          <Suspense fallback={<div className="h-11 bg-sunken sm:h-10 print:hidden" />}>
            <DemoBanner />
          </Suspense>
        )}
        <main
          id="contenido"
          tabIndex={-1}
          aria-busy={loading || undefined}
          className="@container mx-auto w-full max-w-screen-2xl flex-1 p-4 outline-none sm:px-6 sm:py-5 print:p-0"
        >
          {children}
        </main>
        <BottomBar onMore={() => setOpen('menu')} />
      </div>
      <p id={LIVE_REGION_ID} aria-live="polite" className="sr-only" />
      <Suspense>
        {open === 'menu' && <SlidingSidebar onClose={close} />}
        {open === 'palette' && <CommandPalette onClose={close} onKeys={openKeys} />}
        {open === 'keys' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
