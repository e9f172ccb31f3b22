import { TourEventsError } from './errors.js';
import type { Webhooks } from './generated/types.gen.js';

/** A body of the document, whose `previous` has earlier values of the fields of `data`. */
type Typed<Body> = Body extends { data: infer Data; previous: unknown }
  ? Omit<Body, 'previous'> & { readonly previous: Partial<Data> }
  : Body;

/**
 * What a webhook brings; `type` says which event it is, and so what `data` is. Types may be added at any time: leave out
 * those that you don't know.
 */
export type WebhookEvent = Typed<Webhooks['body']>;

/** Why a request is not to be trusted. */
export type WebhookRejection =
  /** There is no signature, or it is not written as it should be. */
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
export class WebhookVerificationError extends TourEventsError {
  override readonly name = 'WebhookVerificationError';

  constructor(readonly reason: WebhookRejection) {
    super(MESSAGES[reason]);
  }
}

/** The headers of a request as Node, Express, Fetch and workers have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the signature's time may be from now, either way; 300 by default. */
  readonly toleranceSeconds?: number;
  /** What time it is. */
  readonly now?: () => Date;
}

/** A signature as it was sent: what is signed by it but the body, and how its key is made of the secret. */
interface Signature {
  readonly time: string;
  readonly prefix: string;
  readonly digests: readonly Bytes[];
  readonly keyOf: (secret: string) => Bytes | null;
}

type Bytes = Uint8Array<ArrayBuffer>;

const OURS = /^t=(0|[1-9]\d{0,11}),v1=([0-9a-f]{64})$/;
const SECONDS = /^(0|[1-9]\d{0,11})$/;
const STANDARD = /^v1,([A-Za-z0-9+/]{43}=)$/;

/**
 * Makes sure that a request was sent by the service, for you, unchanged and just now, and gives the event in it.
 *
 * @param body as it came, before anything has read it as JSON
 * @param headers of the request; one of `X-TE-Signature` and those of the Standard Webhooks specification is enough
 * @param secret as it was shown, including `whsec_`; while it is being rotated, both the old one and the new one
 * @throws WebhookVerificationError when it is not to be trusted
 * @throws TypeError when the body is not the raw body, or there is no secret
 */
export async function constructEvent(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = () => new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const payload = bytesOf(body);
  // A missing secret must not become an empty one, with which any attacker could sign.
  const secrets: readonly unknown[] = typeof secret === 'string' ? [secret] : (secret ?? []);
  if (secrets.length === 0 || !secrets.every(isSecret)) throw new TypeError('The secret of the webhook is missing.');

  const signature = signatureIn(headers);
  if (signature === null) throw new WebhookVerificationError('malformed_signature');
  if (!(await isSigned(payload, signature, secrets))) throw new WebhookVerificationError('wrong_signature');

  const ageSeconds = Math.floor(now().getTime() / 1000) - Number(signature.time);
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('too_new');
  // Written so that a tolerance or a time that is no number lets nothing through.
  if (!(ageSeconds <= toleranceSeconds)) throw new WebhookVerificationError('too_old');
  return JSON.parse(new TextDecoder().decode(payload)) as WebhookEvent;
}

function bytesOf(body: unknown): Bytes {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('The body must be the raw body: JSON that was read and written again has another signature.');
}

function isSecret(secret: unknown): secret is string {
  return typeof secret === 'string' && secret !== '';
}

/** Our own signature, or else that of the Standard Webhooks specification; null when there is none that could be right. */
function signatureIn(headers: WebhookHeaders): Signature | null {
  const own = headerIn(headers, 'x-te-signature');
  if (own !== null) {
    const [, time, digest] = OURS.exec(own) ?? [];
    if (time === undefined || digest === undefined) return null;
    const digests = [Uint8Array.from(digest.match(/../g) ?? [], (byte) => parseInt(byte, 16))];
    return { time, prefix: `${time}.`, digests, keyOf: (secret) => new TextEncoder().encode(secret) };
  }
  const [id, time, given] = ['id', 'timestamp', 'signature'].map((name) => headerIn(headers, `webhook-${name}`));
  if (id == null || time == null || given == null || !SECONDS.test(time)) return null;
  const digests = given.split(' ').flatMap((part) => fromBase64(STANDARD.exec(part)?.[1]) ?? []);
  return digests.length === 0 ? null : { time, prefix: `${id}.${time}.`, digests, keyOf: standardKeyOf };
}

function headerIn(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return value === undefined ? null : String(value);
}

function standardKeyOf(secret: string): Bytes | null {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  return key === null || key.length === 0 ? null : key;
}

function fromBase64(text: string | undefined): Bytes | null {
  try {
    return text === undefined ? null : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

async function isSigned(body: Bytes, signature: Signature, secrets: readonly string[]): Promise<boolean> {
  const prefix = new TextEncoder().encode(signature.prefix);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const secret of secrets) {
    const bytes = signature.keyOf(secret);
    if (bytes === null) continue;
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const digest of signature.digests) {
      // Compares in constant time, so that the duration reveals nothing of the right signature.
      if (await crypto.subtle.verify('HMAC', key, digest, signed)) return true;
    }
  }
  return false;
}
