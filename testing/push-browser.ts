import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The receiving side of Web Push, written from RFC 8188 and RFC 8291 and not with the sender's library. */
export type PushBrowser = { keys: { p256dh: string; auth: string }; read: (body: Buffer) => string };

export function createPushBrowser(privateKey?: Buffer, auth: Buffer = randomBytes(16)): PushBrowser {
  const pair = createECDH('prime256v1');
  if (privateKey) pair.setPrivateKey(privateKey);
  else pair.generateKeys();
  const publicKey = pair.getPublicKey();
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));

  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    read: (body) => {
      const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      const shared = pair.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(shared, auth, info, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with a 2 and any number of padding zeros.
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}
