import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notFound } from '#db/writes/refusal';
import { escapeText, metaTag, pageOf, sendPage, serveBuiltFiles, type Page } from '#http/pages/panel';

export type ClientAppFiles = { folder: string };

/** Name, logo and colour of the business for the app's page, read from its row with each request. */
export type Brand = {
  name: string;
  /** Address of the logo, or blank. */
  logo: string;
  /** '#rrggbb' */
  accent: string;
};

export const ICONS = ['icon-192', 'icon-512', 'icon-maskable-512'] as const;
export type Icon = (typeof ICONS)[number];

export type BrandSource = {
  read: () => Promise<Brand>;
  /** A PNG. */
  draw: (brand: Brand, icon: Icon) => Promise<Buffer>;
};

const PREFIX = '/mi/';
/** The name on the phone's screen has room for so many letters. */
const SHORT_NAME_LENGTH = 12;
const NAMELESS = 'Mi entrenamiento';
const titleOf = ({ name }: Brand) => name || NAMELESS;

/** Changes with whatever the icons show: a phone that has the old ones asks for others. */
const iconAddress = (icon: Icon, { name, logo, accent }: Brand) =>
  `${PREFIX}${icon}.png?v=${encodeURIComponent([accent.slice(1), logo.split('/').at(-2) ?? '', initialOf(name)].join('.'))}`;

/** The first letter or figure of a name. */
export const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? NAMELESS.slice(0, 1);

function headOf(brand: Brand, isToday: boolean): string {
  return [
    `<title>${escapeText(titleOf(brand))}</title>`,
    metaTag('theme-color', brand.accent),
    metaTag('pulso-name', brand.name),
    metaTag('apple-mobile-web-app-title', titleOf(brand)),
    `<link rel="manifest" href="${PREFIX}manifest.webmanifest" />`,
    `<link rel="icon" href="${iconAddress('icon-192', brand)}" />`,
    `<link rel="apple-touch-icon" href="${iconAddress('icon-192', brand)}" />`,
    // Asked for beside the code and not after it.
    isToday ? '<link rel="preload" href="/api/my/today" as="fetch" crossorigin />' : '',
  ].join('');
}

const manifestOf = (brand: Brand) => ({
  id: PREFIX,
  start_url: PREFIX,
  scope: PREFIX,
  name: titleOf(brand),
  short_name: titleOf(brand).length > SHORT_NAME_LENGTH ? NAMELESS : titleOf(brand),
  lang: 'es-AR',
  display: 'standalone',
  theme_color: brand.accent,
  background_color: '#f7f6f4',
  icons: ICONS.map((icon) => ({
    src: iconAddress(icon, brand),
    sizes: icon.endsWith('192') ? '192x192' : '512x512',
    type: 'image/png',
    purpose: icon.includes('maskable') ? 'maskable' : 'any',
  })),
});

/** The app of the business's clients: its files, its page for every other address below `/mi/`, and what names the business. */
export function clientAppRoutes(app: FastifyInstance, { folder }: ClientAppFiles, source: BrandSource) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  let known: { brand: Brand; pages: Map<boolean, Page>; icons: Map<Icon, Promise<Buffer>> } | undefined;
  /** The brand as read last, for while the database is away: the app then opens all the same. */
  const readKnown = async () => {
    const brand = await source.read().catch((error: unknown) => {
      if (known) return known.brand;
      throw error;
    });
    if (JSON.stringify(brand) !== JSON.stringify(known?.brand)) known = { brand, pages: new Map(), icons: new Map() };
    return known!;
  };

  app.register((files) => serveBuiltFiles(files, folder, PREFIX));
  app.get('/mi', async (_request, reply) => reply.redirect(PREFIX, 308));
  app.get(`${PREFIX}*`, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (path.startsWith(`${PREFIX}assets/`)) throw notFound();
    const { brand, pages } = await readKnown();
    const isToday = path === PREFIX;
    const page = pages.get(isToday) ?? pageOf(html, headOf(brand, isToday));
    pages.set(isToday, page);
    return sendPage(request, reply.header('Cache-Control', 'no-cache'), page);
  });
  app.get(`${PREFIX}manifest.webmanifest`, async (_request, reply) => {
    const { brand } = await readKnown();
    return reply.type('application/manifest+json').header('Cache-Control', 'no-cache').send(manifestOf(brand));
  });
  for (const icon of ICONS)
    app.get(`${PREFIX}${icon}.png`, async (_request, reply) => {
      const { brand, icons } = await readKnown();
      const drawn = icons.get(icon) ?? source.draw(brand, icon);
      icons.set(icon, drawn);
      drawn.catch(() => icons.delete(icon));
      return reply
        .type('image/png')
        .header('Cache-Control', 'public, max-age=86400')
        .send(await drawn);
    });
}
