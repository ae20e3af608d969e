import { fieldsOf } from '@pulso/contract/kit/schema-walk';
import { boundsOf, withSpare, type Bounds } from '#http/bodies/bounds';
import type { RouteDocs } from '#http/routes/route-docs';

/** The limit of a route that reads no body. */
export const MIN_BODY_BYTES = 4_096;
/** Above it only trainings would go, whose days may take 2 MB: the rest is for their other fields. */
export const MAX_BODY_BYTES = 2 * 1_048_576 + 65_536;
/** More than a year of days with twelve exercises of four sets has of values, and of keys. */
const MAX_BODY_COUNT = 160_000;
/** The least limit of a route that reads one: clients send further fields. Strangers get no more than their route needs. */
const USUAL_BODY_BYTES = 16_384;

const NO_BODY_LIMITS: BodyLimits = { ...withSpare({ bytes: MIN_BODY_BYTES, values: 0, items: 0, keys: 0 }), lists: [] };

export type BodyLimits = Bounds & {
  /** Fields of the body that may have parts, each of which may come as JSON inside a text. */
  lists: [name: string, most: Bounds][];
};

function limitsWithin(bounds: Bounds): Bounds {
  const { values, keys, ...rest } = withSpare(bounds);
  return { ...rest, values: Math.min(MAX_BODY_COUNT, values), keys: Math.min(MAX_BODY_COUNT, keys) };
}

/** How much of a body a route reads: as much as the longest that its schema takes, so that nobody has to say it. */
export function bodyLimits({ body, permission }: Pick<RouteDocs, 'body' | 'permission'>): BodyLimits {
  if (!body) return NO_BODY_LIMITS;
  const { bytes, ...counts } = limitsWithin(boundsOf(body));
  const minBytes = permission === 'public' ? MIN_BODY_BYTES : USUAL_BODY_BYTES;
  const lists = fieldsOf(body)
    .map(([name, field]): [string, Bounds] => [name, boundsOf(field)])
    .filter(([, { values }]) => values > 1)
    .map(([name, bounds]): [string, Bounds] => [name, limitsWithin(bounds)]);
  return { ...counts, lists, bytes: Math.min(MAX_BODY_BYTES, Math.max(minBytes, bytes)) };
}
