import type { FastifyRequest } from 'fastify';

/** Values by which a browser says that a request's page is of the same origin, or that an address was typed. */
type OwnSite = 'same-origin' | 'none';

/**
 * True for a page of another site, or of a neighbour under the same domain, which `SameSite` lets in. Browsers from before
 * these headers, and plain HTTP for the first of them, have `SameSite` alone. Ports are left out, as cookies leave them out.
 */
export function isFromOtherSite({ headers, hostname }: FastifyRequest, own: readonly OwnSite[]): boolean {
  const { 'sec-fetch-site': site, origin } = headers;
  if (site !== undefined) return !own.some((one) => one === site);
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).hostname !== hostname);
}
