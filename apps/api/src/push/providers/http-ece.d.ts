/** The package ships no types; this is the part of it that we use. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  type Parameters = { version: 'aes128gcm'; dh: string; privateKey: ECDH; salt: string; authSecret: string };
  export function encrypt(content: Buffer, parameters: Parameters): Buffer<ArrayBuffer>;
}
