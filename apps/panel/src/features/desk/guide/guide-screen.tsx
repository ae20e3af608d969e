import { useEffect } from 'react';
import { pages } from 'virtual:guide';
import { Link } from '@pulso/web/navigation/link';
import { usePlace } from '@pulso/web/navigation/navigation';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses, type Address } from '#addresses';
import { GuideNodes } from '#features/desk/guide/guide-nodes';
import { VersionNote } from '#features/desk/guide/version-note';
import { PageHeader } from '#ui/layout/page';

const linkClass =
  'flex min-h-11 items-center rounded-control px-3 py-1.5 text-sm leading-tight font-medium text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent lg:min-h-9';

function GuideContents({ current }: { current: string }) {
  return (
    <nav
      aria-label="Páginas de la ayuda"
      // On a phone the first page says it all.
      className={`lg:sticky lg:top-20 lg:order-first lg:w-60 lg:shrink-0 print:hidden ${current === addresses.guide ? 'max-lg:hidden' : ''}`}
    >
      <ul className="grid gap-0.5 max-lg:grid-cols-2 max-sm:grid-cols-1">
        {pages.map(({ to, title }) => (
          <li key={to}>
            <Link to={to as Address} aria-current={to === current ? 'page' : undefined} className={linkClass}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A heading that a link names gets the eyes and the keyboard. */
function useScrollToHeading() {
  const { key, kind } = usePlace();
  useEffect(() => {
    const heading = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    // Going back restores the scroll position instead.
    if (!heading || kind === 'pop') return undefined;
    heading.scrollIntoView();
    // A dialog that led here gives the focus back first.
    const frame = requestAnimationFrame(() => heading.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [key, kind]);
}

/** The guide in `docs/guia`, as it was when the panel was built. */
export function GuideScreen() {
  const { pathname } = usePlace();
  const address = pathname.replace(/\/+$/, '').toLowerCase();
  const page = pages.find(({ to }) => to === address);
  const next = page && pages[pages.indexOf(page) + 1];
  useScrollToHeading();
  return (
    <>
      {address !== addresses.guide && (
        <div className="lg:hidden">
          <BackLink to={addresses.guide}>Ayuda</BackLink>
        </div>
      )}
      <PageHeader title={page?.title ?? 'Ayuda'} />
      <div className="flex flex-col gap-6 lg:flex-row lg:items-start lg:gap-10">
        <article className="min-w-0 flex-1 lg:max-w-3xl">
          {page ? (
            <GuideNodes nodes={page.nodes} />
          ) : (
            <EmptyState title="Esta página de la ayuda no existe">
              <LinkButton to={addresses.guide}>Ver la ayuda</LinkButton>
            </EmptyState>
          )}
          {next && (
            <p className="mt-8 flex items-center gap-2 border-t border-line pt-2 text-sm print:hidden">
              Sigue:
              <Link
                to={next.to as Address}
                className="inline-flex min-h-11 items-center font-medium text-accent underline"
              >
                {next.title}
              </Link>
            </p>
          )}
          {address === addresses.guide && <VersionNote />}
        </article>
        <GuideContents current={address} />
      </div>
    </>
  );
}
