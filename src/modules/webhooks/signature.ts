import { createHmac } from 'node:crypto';

/**
 * The value of X-TE-Signature: the lowercase hexadecimal HMAC-SHA256 (RFC 2104) of the time, a full stop and the body,
 * keyed with the secret as it was shown, in UTF-8.
 *
 * @param secret as it was shown
 * @param at the time, signed in whole seconds; receivers reject what is older than five minutes
 * @param body the exact bytes that are sent
 */
export function signatureOf(secret: string, at: Date, body: Buffer): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`;
}
