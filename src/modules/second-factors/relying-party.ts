import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Conflict } from '../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../platform/config/configuration';

/** Whom a passkey is for (WebAuthn, section 5.1.2). */
export interface RelyingParty {
  /** A host name: passkeys are bound to it, and work on no other. */
  readonly id: string;
  /** Where browsers must be when they use one. */
  readonly origin: string;
}

/** Knows under which name the service is open to browsers. */
@Injectable()
export class RelyingParties {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  /**
   * `BASE_URL` where it is set, so that no caller can make the service accept another name; else where the request was
   * sent to.
   *
   * @throws Conflict `passkeys_unavailable` for an address in place of a name
   */
  of(request: Request): RelyingParty {
    const { baseUrl } = this.configuration;
    const { hostname, origin } = new URL(baseUrl ?? `${request.protocol}://${request.headers.host ?? ''}`);
    if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) {
      throw new Conflict(
        'passkeys_unavailable',
        'Passkeys need a name: open the service by one, such as localhost, not by an address.',
      );
    }
    return { id: hostname, origin };
  }
}
