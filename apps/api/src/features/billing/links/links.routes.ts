import {
  connectionBody,
  connectionTest,
  linkInput,
  linkPage,
  linkQuery,
  linkRenewInput,
  linkRow,
  solveInput,
} from '@pulso/contract/billing/links';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#db/writes/refusal';
import { offeredMercadoPago } from '#features/accounts/auth/offered-mercadopago';
import { askForLink, findAsked } from '#features/billing/links/ask-links';
import { closeLink, renewWithLink, solveProblem } from '#features/billing/links/close-link.queries';
import { findLink, listLinks } from '#features/billing/links/links.queries';
import { makeLink, toRefusal, type LinkDependencies } from '#features/billing/links/make-link';
import { findPreference, prepareLink } from '#features/billing/links/make-link.queries';
import { readWrongNotices } from '#features/billing/links/notices.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** The dependencies of links; a 404 where Mercado Pago is not configured. */
export async function requireMercadoPago(deps: Dependencies): Promise<LinkDependencies> {
  const { db, now } = deps;
  const mercadopago = await offeredMercadoPago(deps);
  if (!mercadopago) throw notFound();
  return { db, now, mercadopago };
}

export function linkRoutes(app: FastifyInstance, deps: Dependencies) {
  const { now } = deps;
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get(
    '/mercadopago',
    { summary: 'Mercado Pago: la conexión', mayMiss: true, answer: connectionBody },
    async ({ read }) => {
      const { practice, hasAddress, hasSecret } = (await requireMercadoPago(deps)).mercadopago;
      const wrong_signatures = await readWrongNotices(read);
      return { practice, has_address: hasAddress, has_secret: hasSecret, wrong_signatures };
    },
  );

  route.post(
    '/mercadopago/test',
    { summary: 'Mercado Pago: probar la conexión', mayMiss: true, answer: connectionTest },
    async () => (await requireMercadoPago(deps)).mercadopago.testConnection(),
  );

  route.post(
    '/user/:id/payment-link',
    {
      summary: 'Links: generar uno para renovar o saldar una deuda',
      creates: true,
      body: linkInput,
      answer: linkRow,
      message: 'Link generado',
    },
    async ({ id, body, read, writeOnce }) => {
      const needed = await requireMercadoPago(deps);
      const { id: link } = await writeOnce((write) => prepareLink(write, id, body, now()), id);
      await makeLink(needed, link);
      return findLink(read, link);
    },
  );

  route.get(
    '/payment-link',
    { summary: 'Links: por páginas', mayMiss: true, query: linkQuery, answer: linkPage },
    async ({ read, query }) => {
      await requireMercadoPago(deps);
      return listLinks(read, query);
    },
  );

  route.get('/payment-link/:id', { summary: 'Links: uno', answer: linkRow }, async ({ read, id }) => {
    await requireMercadoPago(deps);
    return findLink(read, id);
  });

  route.post(
    '/payment-link/:id/check',
    { summary: 'Links: comprobar si se pagó', answer: linkRow },
    async ({ read, id }) => {
      const needed = await requireMercadoPago(deps);
      const link = await findAsked(read, id);
      if (!link) return undefined;
      await askForLink(needed, link).catch((error: unknown) => {
        throw toRefusal(error);
      });
      return findLink(read, id);
    },
  );

  route.post(
    '/payment-link/:id/close',
    { summary: 'Links: cerrar uno', answer: linkRow, message: 'Link cerrado' },
    async ({ id, read, writeOnce }) => {
      const { mercadopago } = await requireMercadoPago(deps);
      const preference = await findPreference(read, id);
      // First there, so that nobody pays at what is closed here.
      if (preference !== undefined)
        await mercadopago.closeLink(preference).catch((error: unknown) => {
          throw toRefusal(error);
        });
      return writeOnce((write) => closeLink(write, id, now()));
    },
  );

  route.post(
    '/payment-link/:id/solve',
    { summary: 'Links: dar algo por visto', body: solveInput, answer: linkRow },
    async ({ id, body, writeOnce }) => {
      await requireMercadoPago(deps);
      return writeOnce((write) => solveProblem(write, id, body.problem_id));
    },
  );

  route.post(
    '/payment-link/:id/renew',
    {
      summary: 'Links: renovar con la plata que llegó',
      body: linkRenewInput,
      answer: linkRow,
      message: 'Suscripción renovada',
    },
    async ({ id, body, writeOnce }) => {
      await requireMercadoPago(deps);
      return writeOnce((write) => renewWithLink(write, id, body));
    },
  );
}
