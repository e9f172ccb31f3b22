import { Inject, Injectable } from '@nestjs/common';
import { ENCRYPTION_KEY, PREVIOUS_ENCRYPTION_KEY } from '../encryption/encryption-key';
import { TextSigner } from '../encryption/text-signer';
import type { SealedColumn } from '../background/resealing';
import type { Row } from '../database/table';
import { columnsOf } from '../database/table';
import { AuditHead } from './audit-head.entity';

const AUDIT_HEAD = columnsOf(AuditHead);

/** Where a chain ends. */
export interface ChainEnd {
  readonly position: number;
  readonly hash: Buffer;
}

/** A row of `audit_heads`. */
export type StoredHead = Pick<Row<AuditHead>, 'position' | 'hash' | 'signature'>;

/**
 * Signs where the chains of the audit log end. Seals alone can be computed by anybody, which is what those who keep an
 * export need; who can write to the database could seal a changed log again, or cut off its end. The signature of the
 * end is made with the service's key, and the end stands for all before it.
 */
@Injectable()
export class ChainHeads {
  private readonly signer: TextSigner;

  constructor(@Inject(ENCRYPTION_KEY) encryptionKey: Buffer, @Inject(PREVIOUS_ENCRYPTION_KEY) previous: Buffer | null) {
    this.signer = new TextSigner(encryptionKey, 'tour-events audit chain', previous);
  }

  sign(chain: string, end: ChainEnd): Buffer {
    return this.signer.sign(textOf(chain, end));
  }

  /**
   * Whether the service has signed this end of a chain.
   *
   * @param end null for a chain without seals
   * @param head null when none is stored
   */
  isEnd(chain: string, end: ChainEnd | null, head: StoredHead | null): boolean {
    if (end === null || head === null) return end === head;
    return (
      Number(head.position) === end.position &&
      head.hash.equals(end.hash) &&
      this.signer.isSignature(head.signature, textOf(chain, end))
    );
  }

  /** Whether another process has the key of this end: one with a newer key, which takes over. */
  isOfAnotherKey(head: StoredHead | null): boolean {
    return head !== null && !this.signer.isByKnownKey(head.signature);
  }

  /** How the signatures of a previous key are replaced. */
  get column(): SealedColumn {
    return {
      table: 'audit_heads',
      column: AUDIT_HEAD.signature,
      context: `${AUDIT_HEAD.organizationId} || ':' || ${AUDIT_HEAD.position}
        || ':' || encode(${AUDIT_HEAD.hash}, 'hex')`,
      renew: (signature, text) => {
        if (!this.signer.isSignature(signature, text))
          throw new Error(`The end of an audit chain is not signed by us.`);
        return this.signer.sign(text);
      },
    };
  }
}

function textOf(chain: string, { position, hash }: ChainEnd): string {
  return `${chain}:${position}:${hash.toString('hex')}`;
}
