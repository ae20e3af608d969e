import { isNationalNumber, stripPrefixes } from './phone';

/**
 * A phone number as typed in Argentina, as WhatsApp wants it: '011 15-2345-6789' is '5491123456789'. A local number needs
 * the business's area code. Fixed lines get the 9 too: the numbering does not tell them apart.
 */
export function whatsappNumber(text: string, areaCode?: string | null): string | undefined {
  const rest = stripPrefixes(text.replace(/\D/g, ''));
  const candidates = [rest, ...(areaCode ? [areaCode + rest.replace(/^15/, '')] : [])];
  const national = candidates.find(isNationalNumber);
  return national && `549${national}`;
}

/** `number` as `whatsappNumber` gives it. A lone surrogate, which no address can hold, becomes '\uFFFD'. */
export function whatsappLink(number: string, text: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`;
}

/** The same chat in WhatsApp Web, where the link asks twice before it opens. */
export function whatsappWebLink(link: string): string {
  return link.replace(/^https:\/\/wa\.me\/(\d+)\?/, 'https://web.whatsapp.com/send?phone=$1&');
}
