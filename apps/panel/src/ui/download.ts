/** Downloads a file made in the browser. */
export function download(name: string, text: string, type: string) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
