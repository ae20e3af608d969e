import { createECDH, createPublicKey } from 'node:crypto';
import { createPushBrowser } from '@pulso/testing/push-browser';
import { describe, expect, it } from 'vitest';
import { encryptFor, makeVapidSecret, readVapidKeys } from '#push/providers/web-push';

const fromBase64Url = (text: string) => Buffer.from(text, 'base64url');

describe('a message for a browser', () => {
  it('is read by the browser of these tests as RFC 8291 says, so that its word counts', () => {
    // The example of the RFC's appendix.
    const browser = createPushBrowser(
      fromBase64Url('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      fromBase64Url('BTBZMqHH6r4Tts7J_aSIgg'),
    );
    expect(browser.keys.p256dh).toBe(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    const sent =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
      'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    expect(browser.read(fromBase64Url(sent))).toBe('When I grow up, I want to be a watermelon');
  });

  it('can be read by the one that subscribed, and by no other', () => {
    const [browser, other] = [createPushBrowser(), createPushBrowser()];
    const content = JSON.stringify({ title: 'Mañana cerramos 🏋️' });
    const sent = encryptFor(browser.keys, Buffer.from(content));
    expect(browser.read(sent)).toBe(content);
    expect(() => other.read(sent)).toThrow();
    expect(encryptFor(browser.keys, Buffer.from(content)).equals(sent)).toBe(false);
  });
});

describe('the keys of this installation', () => {
  it('are a pair on the curve that push services know, the same from the same secret', () => {
    const secret = makeVapidSecret();
    const { publicKey, key } = readVapidKeys(`${secret}\n`);
    expect(fromBase64Url(publicKey)).toHaveLength(65);
    expect(readVapidKeys(secret).publicKey).toBe(publicKey);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(fromBase64Url(secret));
    expect(pair.getPublicKey('base64url')).toBe(publicKey);
    expect(createPublicKey(key).asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  });

  it('are refused when they are none', () => {
    for (const secret of ['', 'x', 'AAAA']) expect(() => readVapidKeys(secret)).toThrow();
  });
});
