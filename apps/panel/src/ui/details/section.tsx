import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

/** A part of a page that its heading folds and unfolds. */
export function Section({
  title,
  children,
  open: first = true,
}: {
  title: string;
  children: ReactNode;
  open?: boolean;
}) {
  const id = useId();
  const [open, setOpen] = useState(first);
  return (
    <section className="break-inside-avoid rounded-card border border-line bg-surface print:border-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center justify-between gap-3 px-5 text-left font-semibold print:min-h-0 print:px-0"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={`size-4 text-muted transition-transform duration-150 print:hidden ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={id} hidden={!open} className="border-t border-line p-5 print:px-0 print:py-2">
        {children}
      </div>
    </section>
  );
}
