import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#db/writes/refusal';

type PracticePages = {
  /** Address of the server that imitates Mercado Pago, on this machine. */
  address: string;
  /** True as long as the data are the demonstration's. */
  isOn: () => Promise<boolean>;
};

const TIMEOUT_MS = 8_000;
const HANDED_ON = ['content-type', 'content-security-policy', 'cache-control', 'location'];

/** The page of a practice link, for whoever reaches this server and not the loopback of its machine. */
export function practiceRoutes(app: FastifyInstance, { address, isOn }: PracticePages) {
  const handOn = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const { method, params, body } = request;
    if (!/^[\w-]{1,100}$/.test(params.id) || !(await isOn())) throw notFound();
    const answer = await fetch(`${address}/pagar/${params.id}`, {
      method,
      body: typeof body === 'string' ? body : undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    for (const name of HANDED_ON) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  };
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => body,
    );
    pages.get('/practica/pagar/:id', handOn);
    pages.post('/practica/pagar/:id', handOn);
  });
}
