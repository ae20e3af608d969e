import { Fragment, type ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import type { Address } from '#addresses';
import type { GuideNode, GuidePicture } from '#features/desk/guide/guide-node';

const tagClasses = {
  h2: 'mt-8 mb-3 scroll-mt-24 text-xl font-bold tracking-tight outline-none first:mt-0 print:break-after-avoid',
  h3: 'mt-6 mb-2 scroll-mt-24 text-base font-semibold outline-none print:break-after-avoid',
  p: 'my-3 first:mt-0',
  ul: 'my-3 list-disc space-y-1.5 pl-6',
  ol: 'my-3 list-decimal space-y-1.5 pl-6',
  li: 'pl-1',
  strong: 'font-semibold',
  em: 'italic',
  code: 'rounded bg-sunken px-1.5 py-0.5 text-[0.9em]',
  pre: 'my-3 overflow-x-auto rounded-control border border-line bg-sunken p-3 text-sm whitespace-pre',
  th: 'border-b border-line-strong/50 px-3 py-2 text-left text-sm font-semibold',
  td: 'border-b border-line px-3 py-2 align-top text-sm',
};

function Picture({ src, alt, width, height }: GuidePicture) {
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className="my-2 h-auto max-w-full rounded-card border border-line"
    />
  );
}

function Anchor({ to, children }: { to: string; children: ReactNode }) {
  const look = 'py-0.5 font-medium text-accent underline underline-offset-2';
  if (to.startsWith('#'))
    return (
      <a href={to} className={look}>
        {children}
      </a>
    );
  return (
    // Only addresses of the guide are left by the build.
    <Link to={to as Address} className={look}>
      {children}
    </Link>
  );
}

function Table({ head, rows }: { head: GuideNode[]; rows: GuideNode[][] }) {
  return (
    // A wide table scrolls by itself, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="my-4 overflow-x-auto" tabIndex={0} role="group" aria-label="Tabla">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <GuideNodes nodes={head} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <GuideNodes nodes={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Node({ node }: { node: GuideNode }): ReactNode {
  if (typeof node === 'string') return node;
  if ('src' in node) return <Picture {...node} />;
  if (node.tag === 'table') return <Table {...node} />;
  const inner = <GuideNodes nodes={node.children} />;
  if (node.tag === 'a') return <Anchor to={node.to}>{inner}</Anchor>;
  // A heading is where a link leads.
  const place = 'id' in node ? { id: node.id, tabIndex: -1 } : {};
  return (
    <node.tag {...place} className={tagClasses[node.tag]}>
      {inner}
    </node.tag>
  );
}

/** Parts of a page of the guide, in their order. */
export function GuideNodes({ nodes }: { nodes: GuideNode[] }) {
  return nodes.map((node, index) => (
    <Fragment key={index}>
      <Node node={node} />
    </Fragment>
  ));
}
