import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The session of a client's device, and the secret that the device has. */
export type DeviceKey = { sessionId: string; secret: string };

/** Makes the secret of a device's cookie, or of a link by which a client enters. */
export const newDeviceSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

/** The hash is all that the database has of a secret. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest();
