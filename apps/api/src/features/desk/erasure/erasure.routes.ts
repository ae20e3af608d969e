import { ERASED_NAME, erasedUser } from '@pulso/contract/accounts/users';
import type { FastifyInstance } from 'fastify';
import { imagesInUse } from '#db/stores/images-in-use';
import { erasePerson } from '#features/desk/erasure/erasure';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** People have a right to it (Law 25.326, article 16). */
export function erasureRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, uploads } = deps;
  routesOf(app, deps, { permission: 'users', extra: true }).post(
    '/user/:id/erase',
    {
      summary: 'Usuarios: borrar los datos personales de uno eliminado',
      answer: erasedUser,
      message: 'Datos personales borrados',
    },
    async ({ id, write }) => {
      const { pictures } = await write((writing) => erasePerson(writing, id));
      // Older users may share a picture with another row.
      const used = await imagesInUse(db, pictures);
      for (const picture of pictures) if (!used.has(picture)) await uploads.remove(picture);
      return { id, name: ERASED_NAME };
    },
  );
}
