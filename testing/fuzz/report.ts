import type { Finding } from './run';

const shorten = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}… (${text.length})` : text);

/** A finding as a person reads it, with what is needed to see it again. */
export function describeFinding({ seed, step, problem, requests, answers }: Finding): string {
  const lines = requests.map(({ method, url, headers, payload = '', kind }, index) => {
    const { authorization: _, ...rest } = headers;
    const answer = answers[index];
    return [
      `  ${method} ${shorten(url)}  [${kind}] ${JSON.stringify(rest)}`,
      ...(payload.length > 0 ? [`    ${shorten(JSON.stringify(payload.toString('latin1')))}`] : []),
      ...(answer ? [`    → ${answer.status} ${shorten(answer.text)}`] : []),
    ].join('\n');
  });
  return [`${problem} (seed ${seed}, step ${step})`, ...lines].join('\n');
}
