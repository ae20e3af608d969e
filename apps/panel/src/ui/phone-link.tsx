import { formatPhone, phoneLink } from '@pulso/contract/kit/phone';

type Props = { phone: string; prefix: string; none: string };

/** A number to be called with a touch. */
export function PhoneLink({ phone, prefix, none }: Props) {
  if (!phone) return none;
  return (
    <a href={phoneLink(phone, prefix)} className="-my-3 inline-flex min-h-11 items-center hover:underline">
      {formatPhone(phone, prefix)}
    </a>
  );
}
