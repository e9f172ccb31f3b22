import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const TIMEOUT_MS = 3_000;
const TRIES = 2;

/** Texts in the DNS, as the system's name servers give them. */
@Injectable()
export class TxtRecords {
  readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** All texts (TXT, RFC 1035) of a name; none when it has none, or the servers do not respond. */
  async of(name: string): Promise<string[]> {
    try {
      return (await this.resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch {
      return [];
    }
  }
}
