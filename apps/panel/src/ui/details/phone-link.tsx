import { formatPhone, phoneLink } from '@pulso/contract/kit/phone';

type Props = { phone: string; prefix: string; none: string };

/** A phone number that a tap calls. */
export function PhoneLink({ phone, prefix, none }: Props) {
  if (!phone) return none;
  return (
    <a href={phoneLink(phone, prefix)} className="-my-3 inline-flex min-h-11 items-center hover:underline">
      {formatPhone(phone, prefix)}
    </a>
  );
}
