import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isAddress, isLoopback } from '../../../kernel/host';
import { Conflict } from '../../../kernel/problems';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';

/** Whom a passkey is for (WebAuthn, section 5.1.2). */
export interface RelyingParty {
  /** A host name: passkeys are bound to it, and work on no other. */
  readonly id: string;
  /** Where browsers must be when they use one. */
  readonly origin: string;
}

/** An address that nobody has. */
const UNNAMED = '0.0.0.0';

/** Knows under which name the service is open to browsers. */
@Injectable()
export class RelyingParties {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  /**
   * `BASE_URL` where it is set, so that no caller can make the service accept another name; else where the request was
   * sent to, in production only if that is the machine itself.
   *
   * @throws Conflict `passkeys_unavailable` for an address instead of a name, and for a name that only the caller says
   */
  of(request: Request): RelyingParty {
    const { baseUrl, production } = this.configuration;
    const { protocol, headers } = request;
    // HTTP/1.0 knows requests without a host.
    const { hostname, origin } = new URL(baseUrl ?? `${protocol}://${headers.host ?? UNNAMED}`);
    if (isAddress(hostname))
      throw new Conflict(
        'passkeys_unavailable',
        'Passkeys need a name: open the service by one, such as localhost, not by an address.',
      );
    if (baseUrl === null && production && !isLoopback(hostname))
      throw new Conflict(
        'passkeys_unavailable',
        'Passkeys are bound to the name of the service: its operator has to set it, in BASE_URL.',
      );
    return { id: hostname, origin };
  }
}
