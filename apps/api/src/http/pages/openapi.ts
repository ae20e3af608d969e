import { hasPermission } from '@pulso/contract/accounts/permissions';
import { roles } from '@pulso/contract/accounts/users.labels';
import { failureBody } from '@pulso/contract/kit/envelope';
import { definitionOf } from '@pulso/contract/kit/schema-walk';
import * as z from 'zod/mini';
import { isAppUrl } from '#http/routes/app-cookie';
import { answerBody, type DocumentedRoute } from '#http/routes/route-docs';
import { buildVersion } from '#version';

type Json = Record<string, unknown>;
type Schema = z.core.JSONSchema.BaseSchema;

/** The output side of a schema describes a request best, except that a request may have further fields. */
function schemaOf(type: z.ZodMiniType, isInput = false): Json {
  const override = ({ jsonSchema, zodSchema }: { jsonSchema: Schema; zodSchema: z.core.$ZodTypes }) => {
    const def = definitionOf(zodSchema);
    if (isInput && def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
    // A default holds for POST only; PATCH keeps what is not sent.
    if (isInput) delete jsonSchema.default;
    // Zod adds these bounds to every integer; they say nothing.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.extra) {
      delete jsonSchema.extra;
      jsonSchema['x-extra'] = true;
    }
    delete jsonSchema.money;
    // The format's name is clearer than its regular expression.
    if (jsonSchema.format) delete jsonSchema.pattern;
  };
  const { $defs, ...schema }: Json = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any', override });
  delete schema.$schema;
  // Only arbitrary JSON is recursive; described as 'anything' it needs no $defs.
  return $defs ? withoutReferences(schema) : schema;
}

const withoutReferences = (schema: Json) =>
  JSON.parse(JSON.stringify(schema), (_name, value: unknown) =>
    typeof value === 'object' && value !== null && '$ref' in value ? {} : value,
  ) as Json;

const statusMeanings: Record<number, string> = {
  400: 'Datos no válidos: errors dice qué campo y por qué',
  401: 'Sin token, o token vencido, o cuenta inactiva',
  403: 'El rol no es ADMIN',
  404: 'No existe',
  409: 'En conflicto con lo guardado',
  413: 'Demasiado grande',
  415: 'El contenido no es del tipo esperado',
  429: 'Demasiados intentos',
  503: 'No disponible por ahora',
};

/** The error statuses that follow from a route's declaration. */
function failureStatusesOf(route: DocumentedRoute): number[] {
  const { permission, method, body, query, mayMiss, checksCaller, asksPassword, url } = route;
  const open = permission === 'public';
  const hasPathId = url.includes('/:');
  const writes = method !== 'GET';
  const failures: Record<number, boolean> = {
    400: body !== undefined || query !== undefined,
    401: !open || body !== undefined || checksCaller === true,
    403: !open && roles.some((role) => !hasPermission(role, permission ?? 'documentation')),
    404: hasPathId || mayMiss === true,
    409: !open && writes,
    413: body !== undefined,
    415: body !== undefined,
    429: open ? body !== undefined : asksPassword === true || (writes && isAppUrl(url)),
    503: true,
  };
  return Object.keys(failures)
    .map(Number)
    .filter((status) => failures[status]);
}

const FILE_DOCS = {
  image: { contentMediaType: 'image/*', description: 'JPEG, PNG, WebP, GIF o AVIF de hasta 8 MB' },
  table: { contentMediaType: 'text/csv', description: 'CSV o Excel (.xlsx) de hasta 8 MB' },
};

function requestBodyOf({ body, upload, optionalUpload, isTable }: DocumentedRoute): Json | undefined {
  if (!body) return undefined;
  const schema = schemaOf(body, true);
  const field = upload ?? optionalUpload;
  const json = upload === undefined && { 'application/json': { schema } };
  if (field === undefined) return { required: true, content: json };
  const file = { type: 'string', ...FILE_DOCS[isTable ? 'table' : 'image'] };
  const properties = { ...(schema.properties as Json), [field]: file };
  return { required: true, content: { ...json, 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function parametersOf({ url, query }: DocumentedRoute): Json[] {
  const path = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
  const { properties = {}, required = [] }: Schema = query ? schemaOf(query, true) : {};
  const queryParameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...path, ...queryParameters];
}

/** `PATCH /api/level/:id/status` → `patch_level_id_status`. */
const operationId = ({ method, url }: DocumentedRoute) =>
  [method.toLowerCase(), ...url.split('/').slice(2)].join('_').replace(/\W+/g, '_').replace(/_+/g, '_');

const failureEntry = (status: number): [string, Json] => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  return [String(status), { description: statusMeanings[status], content }];
};

const descriptionOf = ({ extra, access, permission, url }: DocumentedRoute) =>
  [
    ...(extra ? ['Más allá de la especificación: no se ofrece con EXTRAS=0.'] : []),
    ...(access ? ['También para entrenadores, si el negocio lo permite: con sus propios clientes y sin montos.'] : []),
    ...(permission === 'own' ? ['Vale el token de cualquier usuario activo, para lo suyo.'] : []),
    ...(permission === 'own' && isAppUrl(url) ? ['También la cookie de su app, si no lo pide otro sitio (403).'] : []),
  ].join(' ');

function operationOf(route: DocumentedRoute): Json {
  const { summary = '', permission, access, extra, creates, begins, file, answer } = route;
  const requestBody = requestBodyOf(route);
  const [status, description] = creates ? ['201', 'Creado'] : begins ? ['202', 'En marcha'] : ['200', 'Correcto'];
  const success = {
    description,
    ...(file && { content: { [file]: { schema: { type: 'string', contentMediaType: file } } } }),
    ...(answer && { content: { 'application/json': { schema: schemaOf(answerBody(answer)) } } }),
  };
  return {
    operationId: operationId(route),
    summary,
    tags: [summary.split(':')[0]],
    ...(extra && { 'x-extra': true }),
    ...((extra || access) && { description: descriptionOf(route) }),
    ...(permission === 'public' && { security: [] }),
    parameters: parametersOf(route),
    ...(requestBody && { requestBody }),
    responses: { [status]: success, ...Object.fromEntries(failureStatusesOf(route).map(failureEntry)) },
  };
}

/** OpenAPI 3.1 of all routes, generated from the contract's schemas. */
export function openApi(routes: DocumentedRoute[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (!route.summary) continue;
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pulso',
      version: buildVersion(),
      description: 'API de administración de un negocio de entrenamiento.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: schemaOf(failureBody) },
    },
    paths,
  };
}
