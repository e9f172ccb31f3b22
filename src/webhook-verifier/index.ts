/**
 * Verifies webhooks on the receiver's side. It imports nothing but Node, so the file can be copied or become a package.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Why a request is not to be trusted. */
export type WebhookRejection =
  /** There is no signature, or it is not written as `t=<seconds>,v1=<64 hexadecimal digits>`. */
  | 'malformed_signature'
  /** Another sender signed it, it was changed on the way, or the secret does not match. */
  | 'wrong_signature'
  /** It was signed too long ago: it may be a replay. */
  | 'too_old'
  /** It was signed in the future: one of the two clocks is wrong. */
  | 'too_new';

const MESSAGES: Readonly<Record<WebhookRejection, string>> = {
  malformed_signature: 'There is no X-TE-Signature of the form t=<seconds>,v1=<hexadecimal HMAC-SHA256>.',
  wrong_signature: 'The signature does not match the body.',
  too_old: 'The signature is too old.',
  too_new: 'The signature is from the future.',
};

/** The request is not to be trusted: respond with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  constructor(readonly reason: WebhookRejection) {
    super(MESSAGES[reason]);
    this.name = 'WebhookVerificationError';
  }
}

export interface WebhookToVerify {
  /** The body as it came, before anything has read it as JSON. */
  readonly payload: Uint8Array | string;
  /** The header `X-TE-Signature`. */
  readonly signature: string | readonly string[] | undefined;
  /** As it was shown, including `whsec_`; while the secret is being rotated, both the old one and the new one. */
  readonly secret: string | readonly string[];
  /** What time it is. */
  readonly now?: () => Date;
  /** How far the signature's time may be from now, either way. */
  readonly toleranceSeconds?: number;
}

const SIGNATURE = /^t=(0|[1-9]\d{0,11}),v1=([0-9a-f]{64})$/;

/**
 * Makes sure that a request was sent by the service, for you, unchanged and just now.
 *
 * @returns when it was signed, in seconds since 1970
 * @throws WebhookVerificationError when it is not to be trusted
 * @throws TypeError when the payload is not the raw body, or there is no secret
 */
export function verifyWebhook({
  payload,
  signature,
  secret,
  now = () => new Date(),
  toleranceSeconds = 300,
}: WebhookToVerify): number {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    throw new TypeError(
      'The payload must be the raw body: JSON that was read and written again has another signature.',
    );
  }
  // A missing secret must not become an empty one, with which any attacker could sign.
  const secrets: readonly string[] = typeof secret === 'string' ? [secret] : (secret ?? []);
  if (secrets.length === 0 || !secrets.every(isSecret)) throw new TypeError('The secret of the webhook is missing.');

  const [, time, given] = (typeof signature === 'string' && SIGNATURE.exec(signature)) || [];
  if (time === undefined || given === undefined) throw new WebhookVerificationError('malformed_signature');

  const digest = Buffer.from(given, 'hex');
  const isSignedWith = (secret: string) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(payload).digest();
    // In constant time, so that the duration reveals nothing of the expected signature.
    return timingSafeEqual(expected, digest);
  };
  if (!secrets.some(isSignedWith)) throw new WebhookVerificationError('wrong_signature');

  const ageSeconds = Math.floor(now().getTime() / 1000) - Number(time);
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('too_new');
  // Written so that a tolerance or a time that is no number lets nothing through.
  if (!(ageSeconds <= toleranceSeconds)) throw new WebhookVerificationError('too_old');
  return Number(time);
}

function isSecret(secret: unknown): boolean {
  return typeof secret === 'string' && secret !== '';
}
