import { failureBody, successBody } from '@pulso/contract/envelope';
import { z } from 'zod';
import type { DocumentedRoute } from '#http/route-docs';

type Json = Record<string, unknown>;

// What a payload becomes once read is the plainest description of what to send.
const schemaOf = (type: z.ZodType) =>
  z.toJSONSchema(type, { target: 'draft-2020-12', io: 'output', unrepresentable: 'any' }) as Json;

const statuses: [status: number, meaning: string][] = [
  [400, 'Datos no válidos: errors dice qué campo y por qué'],
  [401, 'Sin token, o token vencido, o cuenta inactiva'],
  [403, 'El rol no es ADMIN'],
  [404, 'No existe'],
  [409, 'En conflicto con lo guardado'],
  [413, 'Demasiado grande'],
  [415, 'El contenido no es del tipo esperado'],
  [429, 'Demasiados intentos'],
  [503, 'No disponible por ahora'],
];

function statusesOf({ access, body, upload, url }: DocumentedRoute): number[] {
  const named = url.includes(':id');
  return statuses
    .map(([status]) => status)
    .filter((status) => {
      if (status === 400) return body !== undefined;
      if (status === 401 || status === 403) return access !== 'public' || (status === 401 && body !== undefined);
      if (status === 404) return named;
      if (status === 409) return body !== undefined || named;
      if (status === 413 || status === 415) return body !== undefined || upload !== undefined;
      if (status === 429) return access === 'public' && body !== undefined;
      return true;
    });
}

function bodyOf({ body, upload }: DocumentedRoute): Json | undefined {
  if (!body) return undefined;
  const schema = schemaOf(body);
  if (!upload) return { required: true, content: { 'application/json': { schema } } };
  const image = {
    type: 'string',
    contentMediaType: 'image/*',
    description: 'JPEG, PNG, WebP, GIF o AVIF de hasta 8 MB',
  };
  const properties = { ...(schema.properties as Json), [upload]: image };
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function parametersOf({ url, query }: DocumentedRoute): Json[] {
  const path = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }));
  const asked = query ? Object.entries(schemaOf(query).properties as Record<string, Json>) : [];
  return [...path, ...asked.map(([name, schema]) => ({ name, in: 'query', required: false, schema }))];
}

/** OpenAPI 3.1 of whatever is served, made from the contract that the routes name. */
export function openApi(routes: DocumentedRoute[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const { url, method, summary, access, extra, answer } = route;
    if (!summary) continue;
    const path = url.replace(/:(\w+)/g, '{$1}');
    const success = route.creates ? '201' : '200';
    const failures = statuses.filter(([status]) => statusesOf(route).includes(status));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary,
        tags: [summary.split(':')[0]],
        ...(extra && { 'x-extra': true, description: 'Más allá de la especificación: no se ofrece con EXTRAS=0.' }),
        ...(access === 'public' && { security: [] }),
        parameters: parametersOf(route),
        requestBody: bodyOf(route),
        responses: {
          [success]: {
            description: 'Correcto',
            content: answer && {
              'application/json': { schema: schemaOf(isBody(answer) ? answer : successBody(answer)) },
            },
          },
          ...Object.fromEntries(
            failures.map(([status, description]) => [
              String(status),
              { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
            ]),
          ),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pulso', version: '1', description: 'API de administración de un negocio de entrenamiento.' },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: schemaOf(failureBody) },
    },
    paths,
  };
}

/** Most answers name their data; a few (login, pages) name the whole body. */
const isBody = (answer: z.ZodType) => answer instanceof z.ZodObject && 'success' in answer.shape;
