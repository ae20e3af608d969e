import type { Receipt } from '@pulso/contract/billing/payments';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import * as z from 'zod/mini';
import { fillReceiptMessage } from '@pulso/web/receipt/receipt.rules';
import { useList } from '#api/resources';
import { serverOffers } from '#api/session';
import { plainText } from '#ui/text/plain-text';

const templateResource = {
  path: 'message-template',
  row: z.object({ id: z.int(), name: z.string(), text: z.string() }),
};

type ReceiptChat = 'unknown' | 'none' | 'wrong number' | { link: string; message: string };

/** The chat with the client, with the text of the template 'Comprobante'; none without that template or without anything to tell. */
export function useReceiptChat(receipt: Receipt): ReceiptChat {
  const { data, isLoading } = useList(templateResource, { enabled: serverOffers('collections') });
  if (isLoading) return 'unknown';
  const template = data?.find(({ name }) => plainText(name) === 'comprobante');
  const message = template && fillReceiptMessage(template.text, receipt);
  if (!message || !receipt.user) return 'none';
  const number = whatsappNumber(receipt.phone ?? '', receipt.business.area_code);
  return number ? { link: whatsappLink(number, message), message } : 'wrong number';
}
