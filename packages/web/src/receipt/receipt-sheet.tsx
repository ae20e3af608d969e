import { Logo } from '../ui/details/logo';
import { NO_INVOICE_NOTE, type ReceiptText } from './receipt.rules';

/** The receipt as it is seen and printed: on A5, or narrow on a roll of 80 mm. */
export function ReceiptSheet({ text }: { text: ReceiptText }) {
  const { business, logo, details, title, facts, amount, words, footer, mark } = text;
  return (
    <article
      aria-label={title}
      className="receipt-sheet @container/sheet relative mx-auto w-full max-w-[148mm] overflow-hidden rounded-card border border-line bg-surface p-5 text-sm sm:p-8 print:max-w-none print:rounded-none print:border-0 print:p-0"
    >
      <header className="border-b border-line pb-4 text-center @md/sheet:flex @md/sheet:items-start @md/sheet:justify-between @md/sheet:gap-6 @md/sheet:text-left">
        <div className="min-w-0">
          <Logo
            src={logo}
            className="mb-2 h-14 max-w-48 object-left max-@md/sheet:mx-auto max-@md/sheet:object-center"
          />
          {business && <p className="text-lg font-bold wrap-anywhere">{business}</p>}
          {details.map((line) => (
            <p key={line} className="text-xs wrap-anywhere text-muted print:text-black">
              {line}
            </p>
          ))}
        </div>
        <p className="mt-2 font-semibold whitespace-nowrap tabular-nums @md/sheet:mt-0">{title}</p>
      </header>
      {mark?.isPending && (
        <p className="mt-3 border-y-4 border-yellow py-1 text-center text-base font-bold tracking-widest text-yellow @md/sheet:text-2xl">
          {mark.words}
        </p>
      )}
      <dl className="divide-y divide-line">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 py-2">
            <dt className="shrink-0 text-muted print:text-black">{name}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 rounded-control bg-sunken p-4 text-center print:border print:border-line print:bg-transparent print:p-2">
        <p className="text-2xl font-bold tabular-nums">{amount}</p>
        <p className="mt-1 text-xs">{words}</p>
      </div>
      <footer className="mt-4 space-y-1 text-center text-xs">
        {footer && <p className="wrap-anywhere whitespace-pre-line">{footer}</p>}
        <p className="font-semibold">{NO_INVOICE_NOTE}</p>
      </footer>
      {mark && !mark.isPending && (
        <p className="pointer-events-none absolute top-1/2 left-1/2 w-[110%] -translate-1/2 -rotate-18 border-y-4 border-red py-1 text-center text-4xl font-bold tracking-widest text-red opacity-60 @md/sheet:text-5xl">
          {mark.words}
        </p>
      )}
    </article>
  );
}
