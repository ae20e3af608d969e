/** The base address of the API that the server told this page, or its own. */
export function apiAddress(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="pulso-api"]')?.content ?? '/api';
}
