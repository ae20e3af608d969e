import type { OwnCode } from '@pulso/contract/coaching/access';
import { call } from '#http/call';

/** A code for another phone, or for the app on an iPhone's home screen, whose storage is apart from Safari's. */
export const makeOwnCode = async () => (await call('POST', 'my/code')).data as OwnCode;

/** '482 913' */
export const spacedCode = (code: string) => code.replace(/^(\d{3})(?=\d{3}$)/, '$1 ');
