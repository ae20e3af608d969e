import fc from 'fast-check';
import type { DocumentedRoute } from '../../apps/api/src/http/routes/route-docs';
import { brokenJson, extraNames, hostileValue, oddHeaders, oddIds, oddQueries, oddContentTypes } from './hostile';
import { bodyGenerator, generatorFor } from './values';
import type { World } from './world';

/** Something to send, and what is known of it beforehand. */
export type FuzzRequest = {
  route?: DocumentedRoute;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** Kind of the request, for the report. */
  kind: string;
  /** True if the contract forbids the request, so that it must not succeed. */
  mustFail?: boolean;
  /** True if the request breaks rules of HTTP, whose answers no operation declares. */
  odd?: boolean;
};

/** A picture of one pixel. */
const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const CLIENTS_CSV = Buffer.from('Nombre;Teléfono\nAna Fuzz;1155550001\nLuis;no\nEva Fuzz;1155550002\n');
const BOUNDARY = 'x-pulso-fuzz';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const JSON_TYPE = 'application/json';

type JsonBody = Record<string, unknown>;
type Part = [name: string, value: string | Buffer];

/** Text of a value in a browser's form, lists as JSON. */
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const toFormParts = (body: JsonBody): Part[] =>
  Object.entries(body).map(([name, value]) => [name, value === null ? '' : asText(value)]);

function encodeForm(fields: Part[]): Buffer {
  const quoted = (name: string) => name.replace(/["\r\n\0]/g, '_');
  const chunks = fields.flatMap(([name, value]) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${quoted(name)}"`,
    typeof value === 'string' ? '' : '; filename="foto.png"\r\ncontent-type: image/png',
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk as string)));
}

/** JSON as some server might read it: duplicates last. */
const withDuplicateKey = (json: string, name: string, value: unknown) =>
  `${json.slice(0, -1)}${json === '{}' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}}`;

export type RouteInWorld = { route: DocumentedRoute; world: World };

const addressOf = ({ route, world }: RouteInWorld, choice: number) =>
  route.url.replace(':kind', 'plan').replace(/:\w+/g, () => String(world.idOf(route.url, choice)));

/** The generators of one route, made once: what they pick is looked up when they are asked. */
export function requestGenerators(
  route: DocumentedRoute,
  world: World,
  served: (method: string, url: string) => DocumentedRoute | undefined,
) {
  const at = { route, world };
  const { method, body, upload, optionalUpload, isTable, query } = route;
  const bodies: fc.Arbitrary<JsonBody> = body ? bodyGenerator(body, world) : fc.constant({});
  const queries = query
    ? (generatorFor(query, 'query', world) as fc.Arbitrary<JsonBody>).map(
        (asked) => `?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, asText(value)]))}`,
      )
    : fc.constant('');
  const field = upload ?? optionalUpload;
  const admin = () => world.headersOf('admin');
  const base = (choice: number, kind: string) => ({
    route,
    method,
    url: addressOf(at, choice),
    headers: admin(),
    kind,
  });

  const asForm = (sent: JsonBody, image: boolean): Pick<FuzzRequest, 'payload'> & { type: string } => ({
    type: FORM_TYPE,
    payload: encodeForm([
      ...toFormParts(sent),
      ...(image && field ? [[field, isTable ? CLIENTS_CSV : PIXEL_PNG] as Part] : []),
    ]),
  });
  const encode = (sent: JsonBody, image: boolean, form: boolean) =>
    form ? asForm(sent, image) : { type: JSON_TYPE, payload: JSON.stringify(sent) };

  const validWith = (images: fc.Arbitrary<boolean>): fc.Arbitrary<FuzzRequest> =>
    fc.tuple(bodies, fc.nat(), images, queries, fc.nat(9)).map(([sent, choice, image, asked, key]) => {
      const request = base(choice, 'valid');
      const url = request.url + asked;
      if (!body) return { ...request, url };
      const form = upload !== undefined || (optionalUpload !== undefined && image);
      const { type, payload } = encode(sent, image, form);
      // One in ten is sent with a key that may have been used before.
      const keyed: Record<string, string> = key === 0 ? { 'idempotency-key': `clave-${choice % 20}` } : {};
      return { ...request, url, headers: { ...request.headers, 'content-type': type, ...keyed }, payload };
    });

  // To decode a picture takes as long as fifty requests; without its table a request is nothing.
  const valid = validWith(isTable ? fc.constant(true) : fc.nat(39).map((one) => one === 0));

  /** One rule broken: a field of another kind, one missing, or one more. */
  const nearly: fc.Arbitrary<FuzzRequest> = fc
    .tuple(bodies, fc.nat(), fc.nat(), hostileValue, extraNames, fc.nat(9))
    .map(([sent, choice, which, value, name, how]) => {
      const names = Object.keys(body && 'shape' in body ? (body.shape as JsonBody) : sent);
      const chosen = names[which % Math.max(names.length, 1)] ?? 'x';
      const { [chosen]: _, ...without } = sent;
      const changed: JsonBody =
        how === 0 ? without : how === 1 ? { ...sent, [name]: value } : { ...sent, [chosen]: value };
      const form = upload !== undefined;
      const { type, payload } = encode(changed, which % 40 === 0, form);
      // A form's text is read in its own way, so only JSON is judged beforehand.
      const mustFail = body && !form && !body.safeParse(JSON.parse(JSON.stringify(changed))).success;
      const request = base(choice, 'nearly valid');
      return { ...request, headers: { ...request.headers, 'content-type': type }, payload, mustFail };
    });

  const hostileBody: fc.Arbitrary<FuzzRequest> = fc
    .tuple(bodies, fc.nat(), brokenJson, oddContentTypes, hostileValue, fc.nat(9))
    .map(([sent, choice, broken, type, value, how]) => {
      const request = { ...base(choice, 'hostile'), odd: true };
      const json = JSON.stringify(sent);
      const typed = (name: string | undefined): Record<string, string> =>
        name === undefined ? request.headers : { ...request.headers, 'content-type': name };
      const [first = 'x'] = Object.keys(sent);
      if (how < 4)
        return { ...request, kind: `hostile: ${broken.name}`, headers: typed(JSON_TYPE), payload: broken.apply(json) };
      if (how < 6) return { ...request, headers: typed(type), payload: json };
      if (how < 7) return { ...request, headers: typed(type), payload: asForm(sent, choice % 40 === 0).payload };
      if (how < 8) return { ...request, headers: typed(JSON_TYPE), payload: withDuplicateKey(json, first, value) };
      const twice: Part[] = [...toFormParts(sent), [first, asText(value)], ['image', 'x'], [first, PIXEL_PNG]];
      return {
        ...request,
        headers: typed(FORM_TYPE),
        payload: how < 9 ? encodeForm(twice) : encodeForm(twice).subarray(0, -9),
      };
    });

  const hostileAddress: fc.Arbitrary<FuzzRequest> = fc
    .tuple(valid, oddIds, oddQueries, fc.nat(3))
    .map(([request, id, asked, how]) => {
      const named = route.url.includes(':') && how < 2;
      const url = named
        ? route.url.replace(/:\w+/g, id)
        : `${request.url}${request.url.includes('?') ? '&' : '?'}${asked}`;
      return { ...request, kind: 'hostile address', url, odd: true };
    });

  const hostileHead: fc.Arbitrary<FuzzRequest> = fc
    .tuple(valid, oddHeaders, fc.constantFrom('none', 'garbage', 'client', 'trainer', 'admin'), fc.nat(9))
    .map(([request, odd, who, how]) => {
      if (how < 5) return { ...request, kind: 'hostile head', headers: { ...request.headers, ...odd }, odd: true };
      const { authorization: _, ...rest } = request.headers;
      const headers = { ...rest, ...world.headersOf(who) };
      const allowed =
        route.permission === 'public' ||
        who === 'admin' ||
        // Some other request may have let trainers in.
        (route.access === 'trainer' && who === 'trainer') ||
        (route.permission === 'own' && who !== 'none' && who !== 'garbage');
      return { ...request, kind: `as ${who}`, headers, mustFail: !allowed };
    });

  const wrongMethod: fc.Arbitrary<FuzzRequest> = fc
    .tuple(valid, fc.constantFrom<string>('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'))
    .map(([request, other]) => ({
      ...request,
      route: served(other, route.url),
      method: other,
      kind: 'wrong method',
      odd: true,
    }));

  const any = fc.oneof(
    { weight: 8, arbitrary: valid },
    { weight: body ? 6 : 0, arbitrary: nearly },
    { weight: body ? 3 : 1, arbitrary: hostileBody },
    { weight: 2, arbitrary: hostileAddress },
    { weight: 2, arbitrary: hostileHead },
    { weight: 1, arbitrary: wrongMethod },
  );
  return { valid, withImage: validWith(fc.constant(true)), any };
}
