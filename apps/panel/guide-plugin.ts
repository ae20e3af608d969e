import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lexer, type Token, type Tokens } from 'marked';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import type { GuideHeading, GuideNode, GuidePage, GuidePicture } from './src/features/desk/guide/guide-node.ts';

/**
 * `docs/guia/*.md` for the screen 'Ayuda', parsed at build time into a tree that React shows. No HTML is made, so that
 * nothing has to be trusted. README.md is the first page, and its links give the order of the others.
 */
const GUIDE_FOLDER = fileURLToPath(new URL('../../docs/guia/', import.meta.url));
const FIRST_PAGE = 'README';

/** Heading anchors as GitHub makes them, so that a link to a heading works in both places. */
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const pageAddress = (page: string) => (page === FIRST_PAGE ? '/ayuda' : `/ayuda/${page}`);

/** Turns 'clientes.md#dar-de-baja' into a panel address. No other links: the guide is read without the network. */
function linkTarget(href: string, where: string): string {
  const [, page, hash = ''] = /^([\w-]+)\.md(#.+)?$/.exec(href) ?? [];
  if (page) return pageAddress(page) + hash;
  if (href.startsWith('#')) return href;
  throw new Error(`${where}: ${href} is no page of the guide`);
}

const plainTextOf = (tokens: Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainTextOf(token.tokens) : 'text' in token ? String(token.text) : '',
    )
    .join('');

const unescapeHtml = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

type Pictures = Map<string, GuidePicture>;

function nodesOf(tokens: Token[], where: string, pictures: Pictures): GuideNode[] {
  const within = (inner: Token[] | undefined) => nodesOf(inner ?? [], where, pictures);
  const cell =
    (tag: 'th' | 'td') =>
    (one: Tokens.TableCell): GuideNode => ({ tag, children: within(one.tokens) });
  const nodeOf = (token: Token): GuideNode[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'text':
      case 'escape':
        return 'tokens' in token && token.tokens ? within(token.tokens) : [unescapeHtml(String(token.text))];
      case 'heading': {
        const { depth, tokens: inner } = token as Tokens.Heading;
        if (depth !== 2 && depth !== 3) throw new Error(`${where}: a heading of level ${depth}`);
        return [{ tag: depth === 2 ? 'h2' : 'h3', id: slugOf(plainTextOf(inner)), children: within(inner) }];
      }
      case 'paragraph':
        return [{ tag: 'p', children: within(token.tokens) }];
      case 'strong':
      case 'em':
        return [{ tag: token.type, children: within(token.tokens) }];
      case 'codespan':
        return [{ tag: 'code', children: [unescapeHtml(String(token.text))] }];
      case 'code':
        return [{ tag: 'pre', children: [String(token.text)] }];
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [
          { tag: ordered ? 'ol' : 'ul', children: items.map((item) => ({ tag: 'li', children: within(item.tokens) })) },
        ];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        return [{ tag: 'table', head: header.map(cell('th')), rows: rows.map((row) => row.map(cell('td'))) }];
      }
      case 'link':
        return [{ tag: 'a', to: linkTarget((token as Tokens.Link).href, where), children: within(token.tokens) }];
      case 'image': {
        const { href, text } = token as Tokens.Image;
        const picture = pictures.get(href);
        if (!picture) throw new Error(`${where}: no picture ${href}`);
        return [{ ...picture, alt: text }];
      }
      default:
        throw new Error(`${where}: the guide has no ${token.type}`);
    }
  };
  return tokens.flatMap(nodeOf);
}

type ParsedPage = { name: string; title: string; tokens: Token[]; images: string[] };

function parsePage(name: string): ParsedPage {
  const source = readFileSync(join(GUIDE_FOLDER, `${name}.md`), 'utf8');
  const [title, ...tokens] = new Lexer().lex(source);
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${name}.md begins with no title`);
  const images = [...source.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, href = '']) => href);
  return { name, title: plainTextOf(title.tokens ?? []), tokens, images };
}

/** All pages, in the order of the links on the first one. */
function readGuide(): ParsedPage[] {
  const source = readFileSync(join(GUIDE_FOLDER, `${FIRST_PAGE}.md`), 'utf8');
  const linked = [...source.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name = '']) => name);
  const order = [...new Set([FIRST_PAGE, ...linked])];
  const unlinked = readdirSync(GUIDE_FOLDER).filter((file) => !order.includes(file.replace(/\.md$/, '')));
  if (unlinked.length > 0) throw new Error(`No way leads to ${unlinked.join(', ')} from the guide's first page`);
  return order.map(parsePage);
}

/** Search index of the palette: headings with their addresses. */
const buildSearchIndex = (pages: ParsedPage[]): GuideHeading[] =>
  pages.flatMap(({ name, title, tokens }) => [
    { label: title, page: '', to: pageAddress(name) },
    ...tokens
      .filter((token) => token.type === 'heading')
      .map((token) => plainTextOf((token as Tokens.Heading).tokens))
      .map((label) => ({ label, page: title, to: `${pageAddress(name)}#${slugOf(label)}` })),
  ]);

/** A module that imports its pictures, so that they are built, named and cached like every other file. */
async function renderPagesModule(pages: ParsedPage[]): Promise<string> {
  const files = [...new Set(pages.flatMap(({ images }) => images))];
  const pictures: Pictures = new Map();
  for (const [index, href] of files.entries()) {
    const { width, height } = await sharp(join(GUIDE_FOLDER, href)).metadata();
    pictures.set(href, { src: `@picture${index}@`, width, height, alt: '' });
  }
  const shown = pages.map(({ name, title, tokens }): GuidePage => ({
    to: pageAddress(name),
    title,
    nodes: nodesOf(tokens, `${name}.md`, pictures),
  }));
  return [
    ...files.map((href, index) => `import picture${index} from ${JSON.stringify(join(GUIDE_FOLDER, href))};`),
    `export const pages = ${JSON.stringify(shown).replace(/"@(picture\d+)@"/g, '$1')};`,
  ].join('\n');
}

const PAGES_MODULE = 'virtual:guide';
const INDEX_MODULE = 'virtual:guide-index';

export const guidePlugin: Plugin = {
  name: 'guide',
  resolveId: (id) => (id === PAGES_MODULE || id === INDEX_MODULE ? `\0${id}` : undefined),
  async load(id) {
    if (id !== `\0${PAGES_MODULE}` && id !== `\0${INDEX_MODULE}`) return undefined;
    const pages = readGuide();
    for (const { name } of pages) this.addWatchFile(join(GUIDE_FOLDER, `${name}.md`));
    if (id === `\0${PAGES_MODULE}`) return renderPagesModule(pages);
    return `export const headings = ${JSON.stringify(buildSearchIndex(pages))};`;
  },
};
