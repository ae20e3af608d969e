import { MISSING_VALUE, textOrDash } from '@pulso/contract/kit/labels';
import type { ReactNode } from 'react';

/** Facts about an item, as names and values. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 print:grid-cols-4 print:gap-y-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs font-medium text-muted">{name}</dt>
          <dd className="mt-0.5 text-sm wrap-anywhere">{value === '' ? MISSING_VALUE : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A section of a detail under its heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 print:border-0 print:p-0">
      <h2 className="mb-4 font-semibold print:mb-1 print:break-after-avoid print:text-sm">{title}</h2>
      {children}
    </section>
  );
}

/** Text written by a person, with its line breaks. */
export function Prose({ children }: { children: string }) {
  return <p className="text-sm leading-relaxed wrap-anywhere whitespace-pre-line">{textOrDash(children)}</p>;
}
