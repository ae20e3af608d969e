import { RECEIPT_NOT_IMAGE } from '@pulso/contract/billing/payments';
import { isObject } from '@pulso/web/answers';
import { call } from '#api/client';
import { asNumber } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { ImageField } from '#forms/image-field';
import { buildMultipart } from '#forms/payload';

export const PICTURE_FIELD = 'receipt';

export const ReceiptPictureField = () => (
  <ImageField name={PICTURE_FIELD} label="Comprobante (imagen, opcional)" notImage={RECEIPT_NOT_IMAGE} />
);

/** A payment is recorded whether or not its picture can be saved. */
export async function savePicture(payment: unknown, picture: File) {
  try {
    const id = isObject(payment) ? asNumber(payment.id) : undefined;
    await call('PUT', `${PAYMENTS_PATH}/${id}/receipt`, {
      payload: buildMultipart({}, { name: 'image', file: picture }),
    });
  } catch (error) {
    showFailureToast('El pago se registró, pero no se guardó el comprobante', error);
  }
}
