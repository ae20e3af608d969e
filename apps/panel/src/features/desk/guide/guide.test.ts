import { headings } from 'virtual:guide-index';
import { pages } from 'virtual:guide';
import { expect, it } from 'vitest';
import type { GuideNode } from '#features/desk/guide/guide-node';

/** Every part of a page, however deep it is. */
function flattenNodes(nodes: GuideNode[]): Exclude<GuideNode, string>[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    if ('src' in node) return [node];
    return [node, ...flattenNodes(node.tag === 'table' ? [...node.head, ...node.rows.flat()] : node.children)];
  });
}

it('every link of the guide leads to a page, and to a heading of it', () => {
  const ids = new Map(
    pages.map(({ to, nodes }) => [to, flattenNodes(nodes).flatMap((part) => ('id' in part ? part.id : []))]),
  );
  const links = pages.flatMap(({ to, nodes }) =>
    flattenNodes(nodes).flatMap((part) => ('to' in part ? new URL(part.to, `https://pulso${to}`) : [])),
  );
  const targets = [...links, ...headings.map(({ to }) => new URL(to, 'https://pulso'))];
  expect(links.length).toBeGreaterThan(pages.length);
  for (const { pathname, hash } of targets) {
    expect(ids.has(pathname), pathname).toBe(true);
    if (hash) expect(ids.get(pathname), pathname).toContain(decodeURIComponent(hash.slice(1)));
  }
});

it('a page has a title, headings that are told apart and pictures that say what they show', () => {
  expect(pages.map(({ to }) => to)).toContain('/ayuda/la-plata');
  for (const { to, title, nodes } of pages) {
    expect(title, to).not.toBe('');
    const parts = flattenNodes(nodes);
    const ids = parts.flatMap((part) => ('id' in part ? part.id : []));
    expect(new Set(ids).size, to).toBe(ids.length);
    for (const part of parts)
      if ('src' in part) expect([part.alt !== '', part.width > 0, part.height > 0]).toEqual([true, true, true]);
  }
});
