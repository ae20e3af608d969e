import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database';
import { writeOnce } from '#db/idempotency';
import { notFound } from '#db/refusal';
import type { Write } from '#db/write';
import { currentAccount } from '#http/authorize';
import { idempotentRequest } from '#http/idempotency-key';

type Sent = { user_id?: number; [field: string]: unknown };

/** A write that a client may mark with a key, so that it happens once. Work that finds nothing answers 404. */
export function writeRequest<T>(
  db: Db,
  request: FastifyRequest,
  { body, userId = body.user_id }: { body: Sent; userId?: number },
  work: (write: Write) => Promise<T | undefined>,
): Promise<T> {
  return writeOnce(db, currentAccount(request), idempotentRequest(request, body, userId), async (writing) => {
    const made = await work(writing);
    if (made === undefined) throw notFound();
    return made;
  });
}
