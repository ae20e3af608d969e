import { randomBytes } from 'node:crypto';
import { openSealedCookie } from '#features/accounts/auth/sealed-cookie';

const YEAR_SECONDS = 31_536_000;

export const newDevice = () => randomBytes(16).toString('base64url');

/** The device that logged in before; it grants nothing by itself. */
export const deviceCookie = openSealedCookie({
  name: 'pulso_device',
  path: '/api',
  seconds: YEAR_SECONDS,
  purpose: '',
});
