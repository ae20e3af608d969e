import { imageInSize } from '@pulso/contract/kit/images';
import { NO_INVOICE_NOTE, wrapText, type ReceiptText } from './receipt.rules';

/** CSS width of the picture, as wide as a phone; `SCALE` keeps it sharp there. */
const WIDTH_PX = 480;
const SCALE = 2;
const MARGIN_PX = 28;
const CONTENT_WIDTH_PX = WIDTH_PX - 2 * MARGIN_PX;
const [INK, MUTED, LINE, PAPER, RED, YELLOW] = ['#1f1d1b', '#5d5952', '#e0ddd8', '#ffffff', '#b3231b', '#7a4d00'];
const NAME_WIDTH_PX = 110;
const MAX_LOGO_PX = { width: 240, height: 72 };

type Align = 'left' | 'center' | 'right';
type TextStyle = { size: number; weight?: number; colour?: string; align?: Align; width?: number };

/** Draws from the top down, and answers how high the sheet must be. */
function drawSheet(pen: CanvasRenderingContext2D, text: ReceiptText, logo: HTMLImageElement | undefined): number {
  let top = MARGIN_PX;
  const write = (
    words: string,
    { size, weight = 400, colour = INK, align = 'left', width = CONTENT_WIDTH_PX }: TextStyle,
  ) => {
    pen.font = `${weight} ${size}px 'Inter Variable', system-ui, sans-serif`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    const x = align === 'left' ? MARGIN_PX : align === 'right' ? WIDTH_PX - MARGIN_PX : WIDTH_PX / 2;
    const from = top;
    for (const line of wrapText(words, (part) => pen.measureText(part).width <= width)) {
      top += size * 1.4;
      pen.fillText(line, x, top - size * 0.35);
    }
    return { from, to: top };
  };
  const rule = (before: number, after: number) => {
    top += before;
    pen.fillStyle = LINE;
    pen.fillRect(MARGIN_PX, top, CONTENT_WIDTH_PX, 1);
    top += after;
  };
  if (logo) {
    const scale = Math.min(MAX_LOGO_PX.height / logo.naturalHeight, MAX_LOGO_PX.width / logo.naturalWidth);
    const [width, height] = [logo.naturalWidth * scale, logo.naturalHeight * scale];
    pen.drawImage(logo, (WIDTH_PX - width) / 2, top, width, height);
    top += height + 8;
  }
  if (text.business) write(text.business, { size: 22, weight: 700, align: 'center' });
  for (const line of text.details) write(line, { size: 13, colour: MUTED, align: 'center' });
  top += 8;
  write(text.title, { size: 16, weight: 600, align: 'center' });
  if (text.mark?.isPending) {
    top += 10;
    write(text.mark.words, { size: 22, weight: 700, colour: YELLOW, align: 'center' });
  }
  for (const { name, value } of text.facts) {
    rule(10, 8);
    const { from, to } = write(name, { size: 14, colour: MUTED, width: NAME_WIDTH_PX });
    top = from;
    const valueBlock = write(value, { size: 14, weight: 500, align: 'right', width: CONTENT_WIDTH_PX - NAME_WIDTH_PX });
    top = Math.max(to, valueBlock.to);
  }
  rule(10, 18);
  write(text.amount, { size: 32, weight: 700, align: 'center' });
  write(text.words, { size: 13, align: 'center' });
  top += 16;
  if (text.footer) write(text.footer, { size: 13, align: 'center' });
  write(NO_INVOICE_NOTE, { size: 13, weight: 600, align: 'center' });
  return top + MARGIN_PX;
}

function drawMark(pen: CanvasRenderingContext2D, words: string, height: number) {
  pen.save();
  pen.translate(WIDTH_PX / 2, height / 2);
  pen.rotate(-0.3);
  pen.globalAlpha = 0.6;
  pen.fillStyle = RED;
  pen.textAlign = 'center';
  const size = 58;
  pen.font = `700 ${size}px 'Inter Variable', system-ui, sans-serif`;
  pen.fillText(words, 0, size * 0.36);
  for (const y of [-size * 0.8, size * 0.8]) pen.fillRect(-WIDTH_PX, y - 2, 2 * WIDTH_PX, 4);
  pen.restore();
}

/** A canvas of this height to draw on. */
function createCanvas(height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH_PX * SCALE;
  canvas.height = Math.ceil(height) * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures');
  pen.scale(SCALE, SCALE);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH_PX, height);
  return { canvas, pen };
}

/** The picture of the logo; undefined if there is none, or it does not come. */
async function loadLogo(address: string): Promise<HTMLImageElement | undefined> {
  if (!address) return undefined;
  const logo = new Image();
  // A picture from another server than the page's would make the canvas unreadable.
  logo.crossOrigin = 'anonymous';
  logo.src = imageInSize(address, 'card');
  return logo.decode().then(
    () => logo,
    () => undefined,
  );
}

/** The receipt as a picture, drawn here: it needs the server for no more than the logo. */
export async function drawReceiptPicture(text: ReceiptText): Promise<Blob> {
  // A font that has not come yet would be drawn as another.
  await Promise.all([400, 500, 600, 700].map((weight) => document.fonts.load(`${weight} 16px 'Inter Variable'`)));
  const logo = await loadLogo(text.logo);
  const height = drawSheet(createCanvas(1).pen, text, logo);
  const { canvas, pen } = createCanvas(height);
  drawSheet(pen, text, logo);
  if (text.mark && !text.mark.isPending) drawMark(pen, text.mark.words, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  );
}
