import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { notFound } from '#db/writes/refusal';
import { mustHideMoney } from '#http/routes/extras';
import { sessionReadResult } from '#http/routes/authorize';
import { JSON_TYPE } from '#http/answers/encoding';

/** A whole answer, made by the database: rows need not become objects in between. Null without data. */
export function jsonBody(data: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(
    select json_build_object('success', true, 'data', found.data)::text
    from (select ${data} as data offset 0) found where found.data is not null)`;
}

type Amend = (body: string) => Promise<string>;

/** Answers the result of the route's `reads`, or what `amend` makes of it, or 404 without one. */
export function answerRead({ extras }: { extras: boolean }) {
  return async (request: FastifyRequest, reply: FastifyReply, amend?: Amend): Promise<unknown> => {
    const read = sessionReadResult(request);
    if (read === null) throw notFound();
    const body = amend ? await amend(read) : read;
    // Fields can only be stripped from an object.
    return extras && !mustHideMoney(request) ? reply.type(JSON_TYPE).send(body) : (JSON.parse(body) as unknown);
  };
}
