export type Schema = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  required?: string[];
  format?: string;
  description?: string;
};
type Content = Record<string, { schema: Schema }>;
export type Operation = {
  summary: string;
  description?: string;
  security?: unknown[];
  parameters: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
export type ApiDescription = { paths: Record<string, Record<string, Operation>> };

/** A type in a few words, enough for a person to send or read it. */
export function typeName(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' o ');
  if (schema.items) return `lista de ${typeName(schema.items)}`;
  const names: Record<string, string> = {
    string: 'texto',
    integer: 'entero',
    number: 'número',
    boolean: 'verdadero o falso',
    object: 'objeto',
    null: 'nulo',
  };
  return [names[schema.type ?? ''] ?? 'cualquiera', schema.format].filter(Boolean).join(' · ');
}
