export type RawPart = {
  name?: string;
  filename?: string;
  type?: string;
  value?: string | Uint8Array;
  headers?: string[];
};

export const BOUNDARY = 'frontera';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part byte for byte, because FormData would sanitize hostile ones. */
export function rawPart({ name, filename, type, value = '', headers = [] }: RawPart): Buffer {
  const disposition = [
    'Content-Disposition: form-data',
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(filename === undefined ? [] : [`filename="${filename}"`]),
  ].join('; ');
  const lines = [disposition, ...(type === undefined ? [] : [`Content-Type: ${type}`]), ...headers];
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
}

const FORM_END = Buffer.from(`--${BOUNDARY}--\r\n`);

export function rawForm(parts: RawPart[]): Buffer {
  return Buffer.concat([...parts.map(rawPart), FORM_END]);
}

export const imagePart = (value: Uint8Array, filename = 'foto.png', name = 'image'): RawPart => ({
  name,
  filename,
  type: 'image/png',
  value,
});
