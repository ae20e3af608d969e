import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#db/writes/refusal';
import { isImageFile, isPictureName, type PictureStore } from '#files/picture-store';
import { UPLOADS_PREFIX } from '#files/uploads';

const YEAR_SECONDS = 31_536_000;
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Serves the pictures to anybody who knows their names. */
export function pictureRoutes(app: FastifyInstance, { source }: Pick<PictureStore, 'source'>) {
  if ('folder' in source) {
    app.register(staticFiles, {
      root: source.folder,
      prefix: UPLOADS_PREFIX,
      immutable: true,
      maxAge: YEAR_SECONDS * 1_000,
      index: false,
      dotfiles: 'ignore',
      decorateReply: false,
    });
    return;
  }
  app.get<{ Params: { '*': string } }>(`${UPLOADS_PREFIX}*`, async (request, reply) => {
    const [name = '', file = '', ...rest] = request.params['*'].split('/');
    if (!isPictureName(name) || !isImageFile(file) || rest.length > 0) throw notFound();
    const content = await source.read(name, file, request.headers['if-none-match']);
    if (!content) throw notFound();
    reply.header('Cache-Control', IMMUTABLE);
    if (content === 'unchanged') return reply.code(304).send();
    reply.type('image/webp');
    if (content.etag !== undefined) reply.header('ETag', content.etag);
    if (content.length !== undefined) reply.header('Content-Length', content.length);
    return reply.send(content.bytes);
  });
}
