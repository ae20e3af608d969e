import {
  businessPatch,
  businessRow,
  LOGO_FIELD,
  type Business,
  type BusinessInput,
} from '@pulso/contract/billing/business';
import { LOGO_UPLOAD, logoInput, myRow } from '@pulso/contract/billing/client-app';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeBusiness, readBusiness, readMine } from '#features/billing/business/business.queries';
import { Refusal } from '#db/writes/refusal';
import { readForm, readJsonOrForm } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { expectedVersion } from '#http/routes/ids';
import { routesOf, type Call } from '#http/routes/routes';

type Change = BusinessInput & {
  /** The new logo. */
  image?: Buffer;
  /** The form's field that it came in. */
  field?: string;
  removesLogo?: boolean;
};

export function businessRoutes(app: FastifyInstance, deps: Dependencies) {
  const { uploads } = deps;
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/business', { summary: 'Datos del negocio', answer: businessRow }, ({ read }) => readBusiness(read));

  /** Once what refers to the new logo is stored, the old one goes. */
  const change = async (
    { read, write, request }: Pick<Call<undefined, undefined>, 'read' | 'write'> & { request: FastifyRequest },
    { image, field = LOGO_FIELD, removesLogo = false, ...values }: Change,
  ): Promise<Business> => {
    const version = expectedVersion(request);
    const replaced = image || removesLogo ? (await readBusiness(read)).logo_image : undefined;
    const saved = await uploads.keep(image, field, (url) => {
      const logo = url ?? (removesLogo ? '' : undefined);
      const changes = { ...values, ...(logo !== undefined && { logo_image: logo }) };
      return write((writing) => changeBusiness(writing, changes, version));
    });
    if (replaced) await uploads.remove(replaced);
    return saved;
  };

  route.patch(
    '/business',
    {
      summary: 'Datos del negocio: modificar',
      body: businessPatch,
      optionalUpload: LOGO_FIELD,
      answer: businessRow,
    },
    async (call) => {
      const { fields, image } = await readJsonOrForm(call.request, LOGO_FIELD);
      const { remove_image, ...values } = businessPatch.parse(fields);
      return change(call, { ...values, image, removesLogo: remove_image });
    },
  );
  route.put(
    '/business/logo',
    { summary: 'Logo del negocio: guardar', body: logoInput, upload: LOGO_UPLOAD, answer: businessRow },
    async (call) => {
      const { image } = await readForm(call.request, LOGO_UPLOAD);
      if (!image) throw new Refusal({ [LOGO_UPLOAD]: 'Elige una imagen' });
      return change(call, { image, field: LOGO_UPLOAD });
    },
  );
  route.delete('/business/logo', { summary: 'Logo del negocio: quitar', answer: businessRow }, (call) =>
    change(call, { removesLogo: true }),
  );

  const own = routesOf(app, deps, { permission: 'own', extra: true });
  own.get('/my', { summary: 'Mi cuenta y mi negocio', answer: myRow }, ({ read }) => readMine(read));
}
