import { businessPatch, businessRow, LOGO_FIELD } from '@pulso/contract/billing/business';
import type { FastifyInstance } from 'fastify';
import { changeBusiness, readBusiness } from '#features/billing/business/business.queries';
import { readJsonOrForm } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { expectedVersion } from '#http/routes/ids';
import { routesOf } from '#http/routes/routes';

export function businessRoutes(app: FastifyInstance, deps: Dependencies) {
  const { uploads } = deps;
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/business', { summary: 'Datos del negocio', answer: businessRow }, ({ read }) => readBusiness(read));

  route.patch(
    '/business',
    {
      summary: 'Datos del negocio: modificar',
      body: businessPatch,
      optionalUpload: LOGO_FIELD,
      answer: businessRow,
    },
    async ({ read, write, request }) => {
      const version = expectedVersion(request);
      const { fields, image } = await readJsonOrForm(request, LOGO_FIELD);
      const { remove_image, ...values } = businessPatch.parse(fields);
      const replaced = image || remove_image ? (await readBusiness(read)).logo_image : undefined;
      const saved = await uploads.keep(image, LOGO_FIELD, (url) => {
        const logo = url ?? (remove_image ? '' : undefined);
        const changes = { ...values, ...(logo !== undefined && { logo_image: logo }) };
        return write((writing) => changeBusiness(writing, changes, version));
      });
      if (replaced) await uploads.remove(replaced);
      return saved;
    },
  );
}
