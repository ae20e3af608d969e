import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { writeOnce } from '#db/writes/idempotency';
import { notFound } from '#db/writes/refusal';
import { write, writeInOneStatement, type Person, type Read, type Write } from '#db/writes/write';
import { runClaimed, currentAccount } from '#http/routes/authorize';
import { readJson } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { idempotentRequest } from '#http/routes/idempotency-key';
import { pathId } from '#http/routes/ids';
import { isWholeBody, type RouteDocs, type SharedDocs } from '#http/routes/route-docs';

type Schema = z.ZodMiniType | undefined;
type ParsedInput<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** A request as its handler sees it: the asker, and what was sent, as the route's declaration reads it. */
export type Call<B extends Schema, Q extends Schema> = {
  /** The id in the path. */
  id: number;
  /** Empty for a form, which the handler reads. */
  body: ParsedInput<B>;
  query: ParsedInput<Q>;
  read: Read<Person>;
  /** A change in one transaction. Work that finds nothing answers 404. */
  write: <T>(work: (write: Write) => Promise<T | undefined>) => Promise<T>;
  /** The same for work that is one statement. */
  writeAlone: <T>(work: (write: Write) => Promise<T | undefined>) => Promise<T>;
  /** The same, which happens once where the client sends a key. `userId` is the person whom it is about. */
  writeOnce: <T>(work: (write: Write) => Promise<T | undefined>, userId?: number) => Promise<T>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Declaration<B extends Schema, Q extends Schema, A extends Schema> = Omit<
  RouteDocs,
  'body' | 'query' | 'answer'
> & {
  body?: B;
  query?: Q;
  answer?: A;
  message?: string | ((data: ParsedInput<A>) => string);
};

const requireFound = async <T>(work: Promise<T | undefined>): Promise<T> => {
  const result = await work;
  if (result === undefined) throw notFound();
  return result;
};

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

type RegisterRoute = <B extends Schema = undefined, Q extends Schema = undefined, A extends Schema = undefined>(
  url: string,
  declaration: Declaration<B, Q, A>,
  handle: (call: Call<B, Q>) => Promise<unknown>,
) => void;

/**
 * Registers routes that share a permission. A handler answers the data of the usual envelope, where the declared answer is
 * not a whole body; undefined is a 404.
 */
export function routesOf(
  app: FastifyInstance,
  { db }: Pick<Dependencies, 'db'>,
  shared: SharedDocs,
): Record<keyof typeof METHODS, RegisterRoute> {
  const register =
    (method: (typeof METHODS)[keyof typeof METHODS]): RegisterRoute =>
    (url, { message, ...declared }, handle) => {
      const config = { ...shared, ...declared };
      const { body, query, answer, upload, optionalUpload, creates, begins } = config;
      const hasId = url.includes('/:id');
      // The write of a route that claims is what proves its author's session.
      const asAuthor = <T>(request: FastifyRequest, work: (actor: Person) => Promise<T>) =>
        config.claims ? runClaimed(request, work) : work(currentAccount(request));
      const isForm = upload !== undefined || optionalUpload !== undefined;
      const callOf = (request: FastifyRequest, reply: FastifyReply): Call<never, never> => {
        const id = hasId ? pathId(request) : 0;
        const parsedBody = (body && !isForm ? body.parse(readJson(request)) : {}) as Record<string, unknown>;
        return {
          id,
          body: parsedBody as never,
          // `reads` has parsed it.
          query: (config.reads ? undefined : query?.parse(request.query)) as never,
          get read() {
            return { db, actor: currentAccount(request) };
          },
          write: (work) => asAuthor(request, (actor) => write(db, actor, (writing) => requireFound(work(writing)))),
          writeAlone: (work) =>
            asAuthor(request, (actor) => writeInOneStatement(db, actor, (writing) => requireFound(work(writing)))),
          writeOnce: (work, userId) =>
            writeOnce(db, currentAccount(request), idempotentRequest(request, parsedBody, userId), (writing) =>
              requireFound(work(writing)),
            ),
          request,
          reply,
        };
      };
      const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        const data = await handle(callOf(request, reply));
        // A reply is a thenable of undefined, so an answer that the handler has sent itself looks like none.
        if (reply.sent) return reply;
        if (data === undefined) throw notFound();
        reply.code(creates ? 201 : begins ? 202 : 200);
        if (answer && isWholeBody(answer)) return data;
        const text = typeof message === 'function' ? message(data as never) : message;
        return { success: true, ...(text !== undefined && { message: text }), data };
      };
      app.route({ method, url, config, handler });
    };
  return {
    get: register(METHODS.get),
    post: register(METHODS.post),
    put: register(METHODS.put),
    patch: register(METHODS.patch),
    delete: register(METHODS.delete),
  };
}
