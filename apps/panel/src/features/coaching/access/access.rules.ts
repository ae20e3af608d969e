import type { Access, DeviceSessionsBody } from '@pulso/contract/coaching/access';
import { ENTRANCE_PATH } from '@pulso/contract/coaching/access';
import { fillTemplate, firstName } from '@pulso/contract/billing/message-text';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { timeAgo } from '@pulso/contract/kit/time-ago';

/** The text of the template that ships, for a business that has removed it. */
const ACCESS_TEXT = 'Hola {nombre}, aquí está tu entrenamiento con {negocio}: {acceso}\nSi te pide un código: {codigo}';

/** The address that clients know: what the server was told, or else the panel's own. */
export const clientAddress = ({ public_url }: Access, origin: string) => public_url ?? origin;

export const isPublicAddress = (address: string) => address.startsWith('https://');

type Message = { access: Access; address: string; name: string };

/** The message with the link, which is in it however the template is written. */
export function accessMessage({ access, address, name }: Message): string {
  const link = `${address}${ENTRANCE_PATH}#${access.secret}`;
  const filled = fillTemplate(access.text ?? ACCESS_TEXT, {
    nombre: firstName(name),
    // A line that lacks a value is left out, and the link with it.
    negocio: access.business || 'nosotros',
    acceso: link,
    codigo: access.code,
  });
  return filled.includes(link) ? filled : [filled, link].filter(Boolean).join('\n');
}

/** 'El enlace sirve una vez, hasta el 22/11/2026 a las 10:32. …' */
export const describeAccess = ({ expires_at }: Access) =>
  `El enlace sirve una vez, hasta el ${formatDate(expires_at)} a las ${formatClock(expires_at)}. Un envío nuevo anula el anterior.`;

/** 'Última vez hace 2 horas · 2 teléfonos', or 'Nunca entró'. */
export function describeUse({ data, last_used_at }: DeviceSessionsBody, now: Date): string {
  if (last_used_at === null) return 'Nunca entró';
  const { length } = data;
  const phones = length === 0 ? 'ningún teléfono' : length === 1 ? '1 teléfono' : `${length} teléfonos`;
  return `Última vez ${timeAgo(last_used_at, now)} · ${phones}`;
}
