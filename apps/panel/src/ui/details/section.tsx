import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  open?: boolean;
  /** Part of a card, whose heading stands above it. */
  part?: boolean;
};

/** A part of a page, or of a card, that its heading folds and unfolds. */
export function Section({ title, children, open: first = true, part = false }: Props) {
  const id = useId();
  const [open, setOpen] = useState(first);
  const Heading = part ? 'h3' : 'h2';
  return (
    <section
      className={`break-inside-avoid border-line ${part ? 'border-t' : 'rounded-card border bg-surface'} print:border-0`}
    >
      <Heading>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={`flex w-full items-center justify-between gap-3 px-5 text-left font-semibold print:min-h-0 print:px-0 ${
            part ? 'min-h-11 text-sm sm:max-lg:w-auto' : 'min-h-12'
          }`}
        >
          {title}
          <ChevronDown
            aria-hidden
            className={`size-4 text-muted transition-transform duration-150 print:hidden ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </Heading>
      <div id={id} hidden={!open} className={`px-5 ${part ? 'pb-4' : 'pb-5'} print:px-0 print:py-2`}>
        {children}
      </div>
    </section>
  );
}
