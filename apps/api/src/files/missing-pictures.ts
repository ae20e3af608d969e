/** Crashes leave a few pictures without a row, and rows without a picture; more than both of these were never together. */
const MAX_STRAYS = 10;
const MAX_STRAY_SHARE = 0.05;

export const areTooMany = (strays: number, total: number) => strays > Math.max(MAX_STRAYS, total * MAX_STRAY_SHARE);

/** A clause for people about a store that lacks too many of the pictures that rows name; undefined if it lacks few. */
export function findMissingProblem(place: string, missing: number, total: number): string | undefined {
  if (!areTooMany(missing, total)) return undefined;
  return (
    `En ${place} faltan ${missing} de las ${total} imágenes que nombran los datos: revisa que el disco esté montado, que S3_PREFIX ` +
    'sea el de siempre y, si es un comando, que tenga las variables S3_ del servicio'
  );
}
