import { ERASED_NAME, erasedUser } from '@pulso/contract/accounts/users';
import type { FastifyInstance } from 'fastify';
import { imagesInUse } from '#db/images-in-use';
import { notFound } from '#db/refusal';
import { write } from '#db/write';
import { erasePerson } from '#features/desk/erasure/erasure';
import { currentAccount } from '#http/authorize';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';

/** People have a right to it (Law 25.326, article 16). */
export function erasureRoutes(app: FastifyInstance, { db, uploads }: Dependencies) {
  const erase = {
    permission: 'users',
    extra: true,
    summary: 'Usuarios: borrar los datos personales de uno eliminado',
    answer: erasedUser,
  } as const;
  app.post('/user/:id/erase', { config: erase }, async (request) => {
    const id = pathId(request);
    const erased = await write(db, currentAccount(request), (writing) => erasePerson(writing, id));
    if (!erased) throw notFound();
    const { picture } = erased;
    // Older users may share a picture with another row.
    if (picture && !(await imagesInUse(db, [picture])).has(picture)) await uploads.remove(picture);
    return { success: true, message: 'Datos personales borrados', data: { id, name: ERASED_NAME } };
  });
}
