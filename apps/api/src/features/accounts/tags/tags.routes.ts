import { tagDetail, tags, userTagsInput } from '@pulso/contract/accounts/tags';
import { shownTag } from '@pulso/contract/accounts/tags.labels';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findTag, setTags, tagStore } from '#features/accounts/tags/tags.queries';
import { entityRoutes } from '#http/entities/entity-routes';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function tagRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'users', extra: true });
  entityRoutes(app, deps, {
    resource: tags,
    store: tagStore,
    table: 'tags',
    permission: 'users',
    isOneStatement: true,
  });

  route.get('/tag/:id', { summary: 'Etiquetas: una, y cuántos la tienen', answer: tagDetail }, ({ read, id }) =>
    findTag(read, id),
  );

  route.put(
    '/user/:id/tags',
    {
      summary: 'Etiquetas: las de un usuario',
      body: userTagsInput,
      answer: z.array(shownTag),
      message: 'Etiquetas guardadas',
    },
    ({ id, body, write }) => write((writing) => setTags(writing, id, body.tag_ids)),
  );
}
