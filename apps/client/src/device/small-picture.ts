/** Longer side that a server keeps of a picture. */
const MAX_PX = 1_600;
const JPEG_TYPE = 'image/jpeg';
const QUALITY = 0.85;

/** A picture as it is sent from a phone: no larger than what is kept of it. What this browser cannot read goes as it is. */
export async function makeSmaller(picture: File): Promise<File> {
  const bitmap = await createImageBitmap(picture).catch(() => undefined);
  if (!bitmap) return picture;
  const scale = Math.min(1, MAX_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return picture;
  // A screenshot is white where it shows through.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, JPEG_TYPE, QUALITY));
  if (!blob || (scale === 1 && blob.size >= picture.size)) return picture;
  return new File([blob], 'comprobante.jpg', { type: JPEG_TYPE });
}
