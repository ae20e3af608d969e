import {
  agreedBody,
  collectionPage,
  collectionQuery,
  contactInput,
  contactRow,
  messageTemplates,
  promiseInput,
  snoozeInput,
} from '@pulso/contract/billing/collections';
import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#db/refusal';
import { write } from '#db/write';
import { readCollection, readCollectionSummary } from '#features/billing/collections/collections.queries';
import { listContacts, promise, recordContact, snooze, wake } from '#features/billing/collections/contacts.queries';
import { templateStore } from '#features/billing/collections/message-templates.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { detailRoute, entityRoutes, type Entity } from '#http/entity-routes';
import { pathId } from '#http/ids';
import { writeRequest } from '#http/write-request';

const permission = 'billing';

export function collectionRoutes(app: FastifyInstance, deps: Dependencies) {
  listRoutes(app, deps);
  contactRoutes(app, deps);
  agreementRoutes(app, deps);
  const templates: Entity<typeof messageTemplates> = {
    resource: messageTemplates,
    store: templateStore,
    table: 'message_templates',
    permission,
    extra: true,
  };
  entityRoutes(app, deps, templates);
  detailRoute(app, deps, templates, { extra: true });
}

function listRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const summary = {
    permission,
    extra: true,
    summary: 'Cobranzas: números y sumas de las listas',
    answer: collectionSummary,
  } as const;
  app.get('/collection/summary', { config: summary }, async () => ({
    success: true,
    data: await readCollectionSummary(db, today(now())),
  }));

  const list = {
    permission,
    extra: true,
    summary: 'Cobranzas: una lista',
    query: collectionQuery,
    answer: collectionPage,
  } as const;
  app.get('/collection', { config: list }, async (request) =>
    readCollection(db, collectionQuery.parse(request.query), today(now())),
  );
}

function contactRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const list = {
    permission,
    extra: true,
    summary: 'Cobranzas: contactos con un usuario',
    answer: z.array(contactRow),
  } as const;
  app.get('/user/:id/contacts', { config: list }, async (request) => {
    const data = await listContacts(db, pathId(request));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const contact = {
    permission,
    extra: true,
    summary: 'Cobranzas: anotar un contacto',
    creates: true,
    body: contactInput,
    answer: contactRow,
  } as const;
  app.post('/user/:id/contact', { config: contact }, async (request, reply) => {
    const id = pathId(request);
    const body = contactInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body, userId: id }, (writing) =>
      recordContact(writing, id, body, now()),
    );
    return reply.code(201).send({ success: true, message: 'Contacto anotado', data });
  });
}

function agreementRoutes(app: FastifyInstance, { db }: Dependencies) {
  const postponed = {
    permission,
    extra: true,
    summary: 'Cobranzas: posponer',
    body: snoozeInput,
    answer: agreedBody,
  } as const;
  app.post('/user/:id/snooze', { config: postponed }, async (request) => {
    const id = pathId(request);
    const body = snoozeInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body, userId: id }, (writing) => snooze(writing, id, body.until));
    return { success: true, message: 'Pospuesto', data };
  });

  const woken = { permission, extra: true, summary: 'Cobranzas: no posponer más', answer: agreedBody } as const;
  app.delete('/user/:id/snooze', { config: woken }, async (request) => {
    const id = pathId(request);
    const data = await write(db, currentAccount(request), (writing) => wake(writing, id));
    if (!data) throw notFound();
    return { success: true, data };
  });

  const promised = {
    permission,
    extra: true,
    summary: 'Cobranzas: anotar una promesa',
    body: promiseInput,
    answer: agreedBody,
  } as const;
  app.post('/user/:id/promise', { config: promised }, async (request) => {
    const id = pathId(request);
    const body = promiseInput.parse(readJson(request));
    const data = await writeRequest(db, request, { body, userId: id }, (writing) => promise(writing, id, body));
    return { success: true, message: 'Promesa anotada', data };
  });
}
