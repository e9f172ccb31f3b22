import { Inject, Injectable } from '@nestjs/common';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from '../../../platform/encryption/encryption-key';
import { IdSigner, type SignedIds } from '../../../platform/encryption/signed-ids';
import { PublicOrigin } from '../../../platform/http/public-origin';

/** The links by which people unsubscribe. A token names the recipient of one message and is signed. */
@Injectable()
export class UnsubscribeLinks {
  private readonly signer: IdSigner;

  constructor(
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
    @Inject(PREVIOUS_ENCRYPTION_KEY) previous: Buffer | null,
    private readonly origin: PublicOrigin,
  ) {
    this.signer = new IdSigner(encryptionKey, 'tour-events unsubscribe links', previous);
  }

  urlOf(organizationId: string, recipientId: string): string {
    return this.origin.link(`/api/unsubscribe/${this.signer.tokenOf({ organizationId, recordId: recipientId })}`);
  }

  /** The recipient a token names, or null when this service did not sign it. */
  read(token: string): SignedIds | null {
    return this.signer.read(token);
  }
}
