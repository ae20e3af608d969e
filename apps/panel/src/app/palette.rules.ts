import { plainText } from '#ui/text/plain-text';

const clientVerbs = ['renovar', 'cobrar'] as const;
export type ClientVerb = (typeof clientVerbs)[number];

/** 'renovar ana' is a verb and whom it is for; anything else is only searched for. */
export function parseClientAct(typed: string): { verb: ClientVerb; client: string } | undefined {
  const [first = '', ...rest] = typed.trim().split(/\s+/);
  const verb = clientVerbs.find((one) => one === plainText(first));
  return verb && rest.length > 0 ? { verb, client: rest.join(' ') } : undefined;
}
