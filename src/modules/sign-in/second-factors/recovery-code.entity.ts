import { Entity, PrimaryColumn } from 'typeorm';
import { Personal } from '../../../platform/records/personal-column';

/** A code on paper that signs its user in once, when their other factors are lost. A used one is deleted. */
@Entity({ name: 'recovery_codes' })
export class RecoveryCode {
  @PrimaryColumn({ type: 'uuid' }) userId: string;
  /** SHA-256 of the code, without hyphens. */
  @Personal('hashed') @PrimaryColumn({ type: 'bytea' }) codeHash: Buffer;
}
