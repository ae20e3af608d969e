const NATIONAL_NUMBER = /^(11|[23]\d)\d{8}$/;
// The 15 follows the area code: '11', or three or four digits. At most one of them fits.
const MOBILE_PREFIX_15 = /^(11|[23]\d{2,3})15(?=\d+$)/;

/** Area code and number, which make ten digits. */
function stripPrefixes(digits: string): string {
  let rest = digits.replace(/^00/, '');
  if (rest.length > 10) rest = rest.replace(/^54/, '');
  rest = rest.replace(/^0/, '');
  if (rest.length > 10) rest = rest.replace(/^9/, '');
  rest = rest.replace(/^0/, '');
  return rest.length === 12 ? rest.replace(MOBILE_PREFIX_15, '$1') : rest;
}

/**
 * A phone number as typed in Argentina, as WhatsApp wants it: '011 15-2345-6789' is '5491123456789'. A local number needs
 * the business's area code. Fixed lines get the 9 too: the numbering does not tell them apart.
 */
export function whatsappNumber(text: string, areaCode?: string | null): string | undefined {
  const rest = stripPrefixes(text.replace(/\D/g, ''));
  const candidates = [rest, ...(areaCode ? [areaCode + rest.replace(/^15/, '')] : [])];
  const national = candidates.find((candidate) => NATIONAL_NUMBER.test(candidate));
  return national && `549${national}`;
}

/** `number` as `whatsappNumber` gives it. A lone surrogate, which no address can hold, becomes '\uFFFD'. */
export function whatsappLink(number: string, text: string): string {
  return `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`;
}
