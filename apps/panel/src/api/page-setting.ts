/** What the server that sent this page says in it, if anything. */
export function pageSetting(name: string): string | undefined {
  // Tests of rules run without a page.
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
