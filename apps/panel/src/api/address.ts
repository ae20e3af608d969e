import { pageSetting } from '#api/page-setting';

/** The API's base address, from the page's meta tag or this server's own. */
export function apiAddress(): string {
  return (pageSetting('pulso-api') ?? '/api').replace(/\/+$/, '');
}

/** Images of the same server come with a bare path; from a foreign one the path is that server's. */
export function imageAddress(url: string | null | undefined): string | null {
  if (!url) return null;
  const base = apiAddress();
  return url.startsWith('/') && URL.canParse(base) ? new URL(url, base).href : url;
}
