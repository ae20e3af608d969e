import type { Receipt } from '@pulso/contract/billing/ledger';
import { whatsappLink, whatsappNumber } from '@pulso/contract/kit/whatsapp';
import { MessageCircle } from 'lucide-react';
import * as z from 'zod/mini';
import { addresses } from '#addresses';
import { useList } from '#api/resources';
import { receiptMessage } from '#features/billing/ledger/receipt.rules';
import { Link } from '#navigation/link';
import { buttonClass } from '#ui/button';
import { MainAction } from '#ui/main-action';
import { plainText } from '#ui/plain-text';

const templates = {
  path: 'message-template',
  row: z.object({ id: z.int(), name: z.string(), text: z.string() }),
};

/** The chat with the client, with the text of the template 'Comprobante'; nothing without that template. */
export function WhatsappLink({ receipt }: { receipt: Receipt }) {
  const { data } = useList(templates);
  const template = data?.find(({ name }) => plainText(name) === 'comprobante');
  if (!template || !receipt.user) return null;
  const number = whatsappNumber(receipt.phone ?? '', receipt.business.area_code);
  if (!number)
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        Número no válido para WhatsApp
        <Link
          to={addresses.users.edit(receipt.user.id)}
          className="inline-flex min-h-11 items-center font-semibold text-accent underline"
        >
          Corregir
        </Link>
      </p>
    );
  return (
    <MainAction>
      <a
        href={whatsappLink(number, receiptMessage(template.text, receipt))}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass()}
      >
        <MessageCircle aria-hidden className="size-4" />
        Enviar por WhatsApp
      </a>
    </MainAction>
  );
}
