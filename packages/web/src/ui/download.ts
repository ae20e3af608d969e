/** Downloads a file made in the browser. */
export function download(name: string, content: string | Blob, type: string) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
