import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../platform/encryption/secret-box';

/** Seals and opens the secrets with which the service shows itself to providers. */
@Injectable()
export class SsoSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(organizationId: string, secret: string): Buffer {
    return this.box.seal(secret, contextOf(organizationId));
  }

  /** @throws UnreadableSecret when the service runs with another key */
  open(organizationId: string, sealed: Buffer | null): string | null {
    return sealed === null ? null : this.box.open(sealed, contextOf(organizationId));
  }
}

function contextOf(organizationId: string): string {
  return `sso_connections.client_secret:${organizationId}`;
}
