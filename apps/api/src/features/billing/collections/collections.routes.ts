import {
  agreementBody,
  collectionPage,
  collectionQuery,
  contactInput,
  contactRow,
  messageTemplates,
  promiseInput,
  snoozeInput,
} from '@pulso/contract/billing/collections';
import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { readCollection, readCollectionSummary } from '#features/billing/collections/collections.queries';
import {
  listContacts,
  recordPromise,
  recordContact,
  snooze,
  unsnooze,
} from '#features/billing/collections/contacts.queries';
import { templateStore } from '#features/billing/collections/message-templates.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, entityRoutes, type Entity } from '#http/entities/entity-routes';
import { routesOf } from '#http/routes/routes';

export function collectionRoutes(app: FastifyInstance, deps: Dependencies) {
  const { now } = deps;
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get(
    '/collection/summary',
    { summary: 'Cobranzas: números y sumas de las listas', answer: collectionSummary },
    ({ read }) => readCollectionSummary(read),
  );

  route.get(
    '/collection',
    { summary: 'Cobranzas: una lista', query: collectionQuery, answer: collectionPage },
    ({ read, query }) => readCollection(read, query),
  );

  route.get(
    '/user/:id/contacts',
    { summary: 'Cobranzas: contactos con un usuario', answer: z.array(contactRow) },
    ({ read, id }) => listContacts(read, id),
  );

  route.post(
    '/user/:id/contact',
    {
      summary: 'Cobranzas: anotar un contacto',
      creates: true,
      body: contactInput,
      answer: contactRow,
      message: 'Contacto anotado',
    },
    ({ id, body, writeOnce }) => writeOnce((write) => recordContact(write, id, body, now()), id),
  );

  route.post(
    '/user/:id/snooze',
    { summary: 'Cobranzas: posponer', body: snoozeInput, answer: agreementBody, message: 'Pospuesto' },
    ({ id, body, writeOnce }) => writeOnce((write) => snooze(write, id, body.until), id),
  );

  route.delete('/user/:id/snooze', { summary: 'Cobranzas: no posponer más', answer: agreementBody }, ({ id, write }) =>
    write((writing) => unsnooze(writing, id)),
  );

  route.post(
    '/user/:id/promise',
    { summary: 'Cobranzas: anotar una promesa', body: promiseInput, answer: agreementBody, message: 'Promesa anotada' },
    ({ id, body, writeOnce }) => writeOnce((write) => recordPromise(write, id, body), id),
  );

  const templates: Entity<typeof messageTemplates> = {
    resource: messageTemplates,
    store: templateStore,
    table: 'message_templates',
    permission: 'billing',
  };
  entityRoutes(app, deps, templates);
  detailRoute(app, deps, templates);
}
