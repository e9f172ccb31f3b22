import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../kernel/problems';
import { SecretBox } from '../../../platform/encryption/secret-box';
import { mergedHeaders, type CustomHeaders } from './webhook-headers';

const PREFIX_LENGTH = 12;
/** How many opened secrets are cached. */
const MAX_OPENED = 1_000;

/** A secret that was just made. */
interface NewSecret {
  /** Shown once; signatures are keyed with it. */
  readonly text: string;
  readonly sealed: Buffer;
  readonly prefix: string;
}

/** The secrets of an endpoint as they are stored. */
export interface StoredSecrets {
  readonly secret: Buffer;
  readonly secretPrefix: string;
  readonly nextSecret: Buffer | null;
  readonly nextSecretPrefix: string | null;
  readonly nextSecretFrom: string | null;
}

/** The secret that signs at a moment. */
interface SigningSecret {
  readonly sealed: Buffer;
  readonly prefix: string;
}

/** Makes, seals and opens the secrets of endpoints: 256 random bits, encrypted at rest, bound to their endpoint. */
@Injectable()
export class WebhookSecrets {
  /** What was opened, by its context and the sealed text: opening costs as much as signing. */
  private readonly opened = new Map<string, string>();

  constructor(private readonly box: SecretBox) {}

  /** In standard base64, as the libraries of Standard Webhooks read it. */
  make(webhookId: string): NewSecret {
    const text = `whsec_${randomBytes(32).toString('base64')}`;
    return { text, sealed: this.box.seal(text, contextOf(webhookId)), prefix: text.slice(0, PREFIX_LENGTH) };
  }

  /** @throws UnreadableSecret when the service runs with another key, or the row was tampered with */
  open(webhookId: string, sealed: Buffer): string {
    return this.openedBy(contextOf(webhookId), sealed);
  }

  /**
   * An endpoint's own headers after a change, sealed with their values; null without any.
   *
   * @param sealed those before; null without any
   * @throws ValidationFailed for a value that is to be kept where there is none
   */
  changeHeaders(
    webhookId: string,
    sealed: Buffer | null,
    changed: CustomHeaders,
  ): { headers: Buffer | null; headerNames: string[] } {
    const merged = mergedHeaders(this.openHeaders(webhookId, sealed), changed);
    if (merged === null)
      throw ValidationFailed.on('headers', 'required', 'headers must have a value for each name that is new.');
    const headerNames = Object.keys(merged);
    const text = JSON.stringify(merged);
    return { headers: headerNames.length === 0 ? null : this.box.seal(text, headersContextOf(webhookId)), headerNames };
  }

  /** @throws UnreadableSecret as {@link open} */
  openHeaders(webhookId: string, sealed: Buffer | null): Record<string, string> {
    if (sealed === null) return {};
    return JSON.parse(this.openedBy(headersContextOf(webhookId), sealed)) as Record<string, string>;
  }

  private openedBy(context: string, sealed: Buffer): string {
    const key = context + sealed.toString('latin1');
    const known = this.opened.get(key);
    if (known !== undefined) return known;
    const text = this.box.open(sealed, context);
    if (this.opened.size >= MAX_OPENED) this.opened.clear();
    this.opened.set(key, text);
    return text;
  }
}

/** The secret that signs at `now`. The next one takes over by the clock, without a job. */
export function signingSecret(stored: StoredSecrets, now: Date): SigningSecret {
  const { secret, secretPrefix, nextSecret, nextSecretPrefix, nextSecretFrom } = stored;
  if (nextSecret === null || nextSecretPrefix === null || nextSecretFrom === null || new Date(nextSecretFrom) > now)
    return { sealed: secret, prefix: secretPrefix };
  return { sealed: nextSecret, prefix: nextSecretPrefix };
}

/** The secret that will take over after `now`, or null if there is none. */
export function waitingSecret(stored: StoredSecrets, now: Date): { prefix: string; activeFrom: string } | null {
  const { nextSecretPrefix, nextSecretFrom } = stored;
  if (nextSecretPrefix === null || nextSecretFrom === null || new Date(nextSecretFrom) <= now) return null;
  return { prefix: nextSecretPrefix, activeFrom: nextSecretFrom };
}

function contextOf(webhookId: string): string {
  return `webhook_endpoints.secret:${webhookId}`;
}

function headersContextOf(webhookId: string): string {
  return `webhook_endpoints.headers:${webhookId}`;
}
