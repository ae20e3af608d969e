import { Refusal } from '#db/writes/refusal';
import { readPublicSeries, type FoundValue, type SeriesTrouble } from '#features/billing/ipc/public-series.rules';

export const SERIES_TIMEOUT_MS = 8_000;
const MAX_BYTES = 1_000_000;

const NOTHING_CHANGED = 'No se cambió nada: intenta más tarde o escribe los valores.';
const SENTENCES: Record<SeriesTrouble | 'down' | 'slow', string> = {
  down: `La serie pública del IPC no responde. ${NOTHING_CHANGED}`,
  slow: `La serie pública del IPC tarda demasiado. ${NOTHING_CHANGED}`,
  empty: `La serie pública del IPC no trae ningún valor. ${NOTHING_CHANGED}`,
  nonsense: `La serie pública del IPC trae datos que no se entienden. ${NOTHING_CHANGED}`,
};
const refusalOf = (trouble: keyof typeof SENTENCES) => new Refusal(SENTENCES[trouble]);

/** The body, no more of it than a series can be long. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > MAX_BYTES) throw refusalOf('nonsense');
  }
  return text;
}

/** Present values of the public series. Each way in which it fails has its sentence. */
export async function fetchPublicSeries(
  address: string | undefined,
  timeoutMs = SERIES_TIMEOUT_MS,
): Promise<FoundValue[]> {
  if (address === undefined) throw refusalOf('down');
  // Without a redirect: the operator named this address, and no other.
  const init = { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
  const text = await fetch(address, init)
    .then((answer) => (answer.ok ? readText(answer) : Promise.reject(refusalOf('down'))))
    .catch((error: Error) => {
      throw error instanceof Refusal ? error : refusalOf(error.name === 'TimeoutError' ? 'slow' : 'down');
    });
  const found = readPublicSeries(text);
  if (typeof found === 'string') throw refusalOf(found);
  return found;
}
