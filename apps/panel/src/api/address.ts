import { pageSetting } from '#api/page-setting';

/** The API's base address, from the page's meta tag or this server's own. */
export function apiAddress(): string {
  return (pageSetting('pulso-api') ?? '/api').replace(/\/+$/, '');
}

/** Address of an image: a bare path belongs to the API's server, which may be a foreign one. */
export function imageAddress(url: string | null | undefined): string | null {
  if (!url) return null;
  const base = apiAddress();
  return url.startsWith('/') && URL.canParse(base) ? new URL(url, base).href : url;
}
