import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const TIMEOUT_MS = 3_000;
const TRIES = 2;

/** What name servers respond about a name that is not there, or has no texts. */
const DEFINITE: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Texts in the DNS, as the system's name servers give them. */
@Injectable()
export class TxtRecords {
  readonly resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** All texts (TXT, RFC 1035) of a name, none when it has none; null when the servers do not say. */
  async of(name: string): Promise<string[] | null> {
    try {
      return (await this.resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return DEFINITE.includes((error as { code?: unknown }).code) ? [] : null;
    }
  }
}
