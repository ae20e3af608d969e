/**
 * The image library, loaded with the first image: it takes 28 MB. On one thread and without cache: decoding an AVIF of 16
 * megapixels takes 300 MB, and the other core has to answer requests.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
