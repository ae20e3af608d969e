import { RECEIPT_NOT_IMAGE, receiptBody, receiptInput, receiptPicture } from '@pulso/contract/billing/payments';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#db/writes/refusal';
import { findReceiptImage, readReceipt, saveReceiptImage } from '#features/billing/payments/receipts.queries';
import type { Uploads } from '#files/uploads';
import { readForm } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** A picture of a receipt as it is kept; a screenshot will do. */
export async function reencodeReceipt(uploads: Uploads, image: Buffer): Promise<Buffer> {
  try {
    return await uploads.reencode(image, 'image');
  } catch (error) {
    const isNoImage = error instanceof Refusal && error.kind === 'wrong-type';
    throw isNoImage ? new Refusal(RECEIPT_NOT_IMAGE, 'wrong-type') : error;
  }
}

export function receiptRoutes(app: FastifyInstance, deps: Dependencies) {
  const { uploads } = deps;
  const route = routesOf(app, deps, { permission: 'billing', extra: true });

  route.get('/payment/:id', { summary: 'Pagos: uno, con su comprobante', answer: receiptBody }, ({ read, id }) =>
    readReceipt(read, id),
  );

  route.put(
    '/payment/:id/receipt',
    {
      summary: 'Pagos: guardar la imagen del comprobante',
      body: receiptInput,
      upload: 'image',
      answer: receiptPicture,
    },
    async ({ id, write, request }) => {
      const { image } = await readForm(request, 'image');
      if (!image) throw new Refusal(RECEIPT_NOT_IMAGE, 'wrong-type');
      const encoded = await reencodeReceipt(uploads, image);
      return write((writing) => saveReceiptImage(writing, id, encoded));
    },
  );

  route.get(
    '/payment/:id/receipt',
    { file: 'image/webp', summary: 'Pagos: la imagen del comprobante' },
    async ({ read, id, reply }) => {
      const image = await findReceiptImage(read, id);
      return image && reply.type('image/webp').header('Cache-Control', 'private, no-store').send(image);
    },
  );
}
