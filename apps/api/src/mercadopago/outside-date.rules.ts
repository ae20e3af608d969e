const HOUR_MS = 3_600_000;

/** An instant as Mercado Pago writes it, whose clock is an hour behind that of Buenos Aires. */
export const outsideDate = (date: Date) => new Date(date.getTime() - 4 * HOUR_MS).toISOString().replace('Z', '-04:00');
