import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { named } from '../../../platform/database/named';
import { derivedKey } from '../../../platform/encryption/derived-key';
import { ENCRYPTION_KEY } from '../../../platform/encryption/encryption-key';
import { tableOf } from '../../../platform/database/table';
import { UnitOfWork } from '../../../platform/tenancy/unit-of-work';
import { RegistrationCount } from './registration-count.entity';
import type { RegistrationSource } from './registration-metrics';

/** A count that a registration has become part of. */
interface Counted {
  source: RegistrationSource;
  /** This one included. */
  registrations: number;
}

const { fields: counted } = tableOf(RegistrationCount);
// In one order, so that two registrations never deadlock. The rows are locked until the unit of work ends, so that the
// next registration counts on from what this one commits.
const COUNT = named<Pick<Counted, 'registrations'> & { sourceHash: Buffer }>(`
  INSERT INTO registration_counts AS c (${counted.day}, ${counted.sourceHash}, ${counted.registrations})
  SELECT $1::date, source.hash, 1 FROM unnest($2::bytea[]) AS source (hash) ORDER BY source.hash
  ON CONFLICT (${counted.day}, ${counted.sourceHash}) DO UPDATE
    SET ${counted.registrations} = c.${counted.registrations} + 1
  RETURNING ${counted.sourceHash} AS "sourceHash", ${counted.registrations}`);

/** All queries of counts of registrations. */
@Injectable()
export class RegistrationCountsRepository {
  private readonly key: Buffer;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(ENCRYPTION_KEY) encryptionKey: Buffer,
  ) {
    this.key = derivedKey(encryptionKey, 'tour-events sources of registrations');
  }

  /** Counts one registration for each source there is, in the open unscoped unit of work. */
  async add(day: string, { address, domain }: { address: string; domain: string | null }): Promise<Counted[]> {
    const ofAddress = this.hashOf('address', address);
    const hashes = [ofAddress, ...(domain === null ? [] : [this.hashOf('domain', domain)])];
    const { rows } = await this.unitOfWork.writeUnscoped(COUNT, day, hashes);
    return rows.map(({ sourceHash, registrations }) => ({
      source: sourceHash.equals(ofAddress) ? 'address' : 'domain',
      registrations,
    }));
  }

  private hashOf(source: RegistrationSource, name: string): Buffer {
    return createHmac('sha256', this.key).update(`${source} ${name}`).digest();
  }
}
