import { Injectable } from '@nestjs/common';
import type { SealedColumn } from '../../../platform/background/resealing';
import { SecretBox } from '../../../platform/encryption/secret-box';

export const SEALED_COLUMN: SealedColumn = {
  table: 'sso_connections',
  column: 'client_secret',
  context: `'sso_connections.client_secret:' || organization_id`,
};

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
