/** Values kept in `localStorage`; without storage none is, and all goes on. */
export function readStored<Value>(key: string): Value | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

/** The device's registration for notifications, as the server knows it. */
export const PUSH_KEY = 'pulso-mi-dispositivo';

/** The day on which 'Activar avisos' was offered on Hoy, or that it was declined. */
export const OFFER_KEY = 'pulso-mi-oferta';

/** Since when the app is used here, and when installing was declined. */
export const INSTALL_KEY = 'pulso-mi-instalar';

/** Which set of the open session was gone to, and how its rest was changed. */
export const SESSION_KEY = 'pulso-mi-serie';

/** The payment that was about to be made at Mercado Pago, and its time. */
export const PAYING_KEY = 'pulso-mi-pago';

/** Who has left this phone with something unsent, or may have, and when. */
export const LEFT_KEY = 'pulso-mi-quedan';

export function store(key: string, value: unknown) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is remembered until the page is closed, where the caller keeps it.
  }
}
