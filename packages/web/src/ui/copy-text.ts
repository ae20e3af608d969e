/** Copies a text, also where the page has no clipboard of its own: at an address that is not https. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text, className: 'sr-only' });
  // Inside of what has the focus: a dialog takes it back from everything outside.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('the browser copies nothing');
}
