import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const STYLE = `
body { margin: 0; font: 14px system-ui; background: #8882; color-scheme: light dark }
h1 { position: sticky; top: 0; margin: 0; padding: 8px 16px; font-size: 18px; background: Canvas }
h2 { margin: 16px 16px 4px; font-size: 14px; font-weight: 500 }
nav { padding: 8px 16px; columns: 5 200px } nav a { display: block }
div { display: flex; gap: 8px; padding: 0 16px; overflow-x: auto; align-items: start }
img { height: 420px; border: 1px solid #8886 }`;

/** One page of everything that is in the folder: a chapter for each screen, a line for each state. */
export function writeIndex(folder: string, order: string[]) {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'data')
    .map(({ name }) => name)
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const chapters = found.map((screen) => {
    const shots = readdirSync(join(folder, screen)).map((file) => ({ file, state: file.split('.')[0] ?? '' }));
    const lines = [...new Set(shots.map(({ state }) => state))].map((state) => {
      const pictures = shots
        .filter((shot) => shot.state === state)
        .toSorted((a, b) => b.file.localeCompare(a.file, 'es', { numeric: true }))
        .map(({ file }) => `${encodeURIComponent(screen)}/${encodeURIComponent(file)}`)
        .map((at) => `<a href="${at}"><img loading="lazy" src="${at}" alt=""></a>`);
      return `<h2>${escapeHtml(state)}</h2><div>${pictures.join('')}</div>`;
    });
    return `<section id="${escapeHtml(screen)}"><h1>${escapeHtml(screen)}</h1>${lines.join('\n')}</section>`;
  });
  const links = found.map((screen) => `<a href="#${encodeURIComponent(screen)}">${escapeHtml(screen)}</a>`);
  const head = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Galería</title><style>${STYLE}</style>`;
  writeFileSync(join(folder, 'index.html'), `${head}<nav>${links.join('')}</nav>${chapters.join('\n')}</html>\n`);
}
