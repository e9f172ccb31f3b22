import { Injectable } from '@nestjs/common';
import type { DomainRow } from './single-sign-on.repository';
import { TxtRecords } from './txt-records';

/** The DNS record that proves a domain. */
export function recordOf({ domain, token }: Pick<DomainRow, 'domain' | 'token'>): { name: string; value: string } {
  return { name: `_tour-events.${domain}`, value: `tour-events=${token}` };
}

/** Looks up the records that prove domains. */
@Injectable()
export class DomainRecords {
  constructor(private readonly texts: TxtRecords) {}

  /** Whether a domain's record is there; null when the name servers do not say. */
  async find(domain: Pick<DomainRow, 'domain' | 'token'>): Promise<boolean | null> {
    const { name, value } = recordOf(domain);
    const texts = await this.texts.of(name);
    return texts === null ? null : texts.includes(value);
  }
}
