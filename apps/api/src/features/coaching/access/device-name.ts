/** The first that fits: each of these browsers also names those after it. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\b(?:OPR|OPT|OPiOS)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\/|\bMobile\/\w+$/],
];
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const firstName = (list: typeof BROWSERS, text: string) => list.find(([, pattern]) => pattern.test(text))?.[0];

/** 'Chrome en Android', 'Safari en iPhone', else 'Otro': enough for a person to know the own phone by. */
export function deviceName(userAgent: string | undefined): string {
  const [browser, system] = [firstName(BROWSERS, userAgent ?? ''), firstName(SYSTEMS, userAgent ?? '')];
  return browser && system ? `${browser} en ${system}` : 'Otro';
}
