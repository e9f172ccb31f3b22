import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { CredentialKind } from '../../kernel/principal';
import { API_KEY_CREDENTIALS, SESSION_CREDENTIALS, type CredentialPort, type ValidCredential } from './credentials';

/** Those that open streams. */
type StreamCredentialKind = Exclude<CredentialKind, 'accessLink'>;

/** The credential that authenticated a request. */
export interface ShownCredential {
  readonly kind: StreamCredentialKind;
  readonly token: string;
}

/** The credential of a request that has passed the guards. @throws Error for one that they let in without */
export function credentialOf(request: Request): ShownCredential {
  const { sessionToken, apiKeyToken } = request;
  if (sessionToken !== undefined) return { kind: 'session', token: sessionToken };
  if (apiKeyToken !== undefined) return { kind: 'apiKey', token: apiKeyToken };
  throw new Error('The request has no credential.');
}

/** Checks again, many at once, whether the credentials of something open are still valid, and for whom. */
@Injectable()
export class OpenCredentials {
  constructor(
    @Inject(API_KEY_CREDENTIALS) private readonly apiKeys: CredentialPort,
    @Inject(SESSION_CREDENTIALS) private readonly sessions: CredentialPort,
  ) {}

  /** @returns the valid tokens, by their kind */
  async findValid(
    credentials: Iterable<ShownCredential>,
  ): Promise<Record<StreamCredentialKind, ReadonlyMap<string, ValidCredential>>> {
    const tokens = { apiKey: new Set<string>(), session: new Set<string>() };
    for (const { kind, token } of credentials) tokens[kind].add(token);
    const ask = (port: CredentialPort, asked: ReadonlySet<string>): Promise<ReadonlyMap<string, ValidCredential>> =>
      asked.size === 0 ? Promise.resolve(new Map()) : port.findValid([...asked]);
    const [apiKey, session] = await Promise.all([ask(this.apiKeys, tokens.apiKey), ask(this.sessions, tokens.session)]);
    return { apiKey, session };
  }
}
