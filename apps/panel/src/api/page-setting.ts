/** A setting in the page's meta tags, if the server put one there. */
export function pageSetting(name: string): string | undefined {
  // Unit tests run without a page.
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
