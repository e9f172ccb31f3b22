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

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com). The key of its HMAC is what the secret says in base64 after
 * its prefix.
 *
 * @param id of the delivery, the same on every attempt
 */
export function standardHeadersOf(secret: string, id: string, at: Date, body: Buffer): Record<string, string> {
  const t = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${t}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(t), 'webhook-signature': `v1,${signature}` };
}
