const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of that name; S3 servers write them without attributes. */
export function xmlText(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replace(/&(#?)(\w+);/g, (entity, hash: string, code: string) =>
    hash ? String.fromCodePoint(Number(code.replace(/^x/, '0x'))) : (ENTITIES[code] ?? entity),
  );
}
