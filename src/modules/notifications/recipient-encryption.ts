import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HOUR_SECONDS } from '../../kernel/durations';
import { inBatches } from '../../platform/background/in-batches';
import { JobRunner } from '../../platform/background/job-runner';
import { named } from '../../platform/database/named';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work';
import { RECIPIENTS_REASON } from './recipient-claims.repository';
import { RecipientValues, SEALED_KEY, STORED_VALUES, type StoredRecipient } from './recipient-values';

const BATCH_SIZE = 200;

interface ReadableRow extends StoredRecipient {
  readonly organizationId: string;
  readonly addressKey: string | null;
  readonly sealedKey: Buffer | null;
}

const NEXT = named<ReadableRow>(`
  SELECT r.organization_id AS "organizationId", r.id, r.address_key AS "addressKey", ${STORED_VALUES}, ${SEALED_KEY}
  FROM notification_recipients r WHERE r.address IS NOT NULL OR r.own_values IS NOT NULL
  ORDER BY r.organization_id, r.id LIMIT ${BATCH_SIZE} FOR UPDATE OF r SKIP LOCKED`);
const ENCRYPT = named(`
  UPDATE notification_recipients r SET address = NULL, own_values = NULL, encrypted_address = new.address,
    address_key = new.address_key, encrypted_values = new.own_values
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
    AS new (organization_id, id, address, address_key, own_values)
  WHERE r.organization_id = new.organization_id AND r.id = new.id`);

/** Encrypts the recipients that a version of before has written, a batch at a time, until there are none. */
@Injectable()
export class RecipientEncryption implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    private readonly values: RecipientValues,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'encrypt-recipients',
      intervalSeconds: HOUR_SECONDS,
      run: (stop) => inBatches(BATCH_SIZE, stop, () => this.encryptBatch()),
    });
  }

  private encryptBatch(): Promise<number> {
    return this.unitOfWork.runUnscoped(RECIPIENTS_REASON, async () => {
      const { rows } = await this.unitOfWork.writeUnscoped(NEXT);
      if (rows.length === 0) return 0;
      const encrypted = await this.values.encrypt(rows, this.unitOfWork.current);
      await this.unitOfWork.writeUnscoped(
        ENCRYPT,
        rows.map(({ organizationId }) => organizationId),
        rows.map(({ id }) => id),
        encrypted.map(({ encryptedAddress }) => encryptedAddress),
        encrypted.map(({ addressHash }) => addressHash),
        encrypted.map(({ encryptedValues }) => encryptedValues),
      );
      return rows.length;
    });
  }
}
