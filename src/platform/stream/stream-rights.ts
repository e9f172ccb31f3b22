import { Injectable } from '@nestjs/common';
import { pairsOf } from '../../kernel/lists';
import type { Principal } from '../../kernel/principal';
import { requireAccess } from '../access/access.guard';
import type { CredentialChange } from '../access/credential-changes';
import { OpenCredentials } from '../access/open-credentials';
import { BackgroundLog } from '../logging/background-log';
import type { EventStream } from './event-stream';
import type { StreamSource } from './stream-source';

/** How many credentials one statement checks. */
const BATCH = 500;

/** Gives the group of readers that each caller belongs to. */
export type Audiences = Pick<StreamSource, 'audiencesOf'>;

/**
 * Checks again, for many streams at once, whether their credentials are still valid and for what. A stream ends when
 * its credential is not valid any more, or stands for another user or organization.
 */
@Injectable()
export class StreamRights {
  private waiting = new Map<EventStream, Audiences>();
  /** The round of checks that is under way, or was the last. */
  private round: Promise<void> = Promise.resolve();
  /** The round that begins when that one has ended, if there is anything to check. */
  private nextRound: Promise<void> | null = null;

  constructor(
    private readonly credentials: OpenCredentials,
    private readonly log: BackgroundLog,
  ) {}

  /** Checks these streams soon, together with others that come meanwhile. Returns at once and never throws. */
  check(streams: Iterable<readonly [EventStream, Audiences]>): void {
    for (const [stream, audiences] of streams) this.waiting.set(stream, audiences);
    if (this.waiting.size > 0) this.nextRound ??= this.checkAfter(this.round);
  }

  /** Resolves when all checks that were asked for until now are done. */
  async settled(): Promise<void> {
    await (this.nextRound ?? this.round);
  }

  private async checkAfter(before: Promise<void>): Promise<void> {
    await before;
    this.round = this.nextRound ?? this.round;
    this.nextRound = null;
    const waiting = [...this.waiting];
    this.waiting = new Map();
    for (let start = 0; start < waiting.length; start += BATCH) {
      const batch = waiting.slice(start, start + BATCH).filter(([stream]) => stream.isOpen);
      try {
        await this.checkBatch(batch);
      } catch (error) {
        // The next round checks them again: without the database it is unknown whether a credential has ended.
        this.log.warn(error, 'the credentials of streams could not be looked at');
      }
    }
  }

  private async checkBatch(batch: readonly [EventStream, Audiences][]): Promise<void> {
    const valid = await this.credentials.findValid(batch.map(([{ credential }]) => credential));
    const staying = new Map<Audiences, [EventStream, Principal][]>();
    for (const [stream, audiences] of batch) {
      const current = valid[stream.credential.kind].get(stream.credential.token);
      if (current === undefined || !stream.belongsTo(current.principal) || !mayRead(current.principal)) {
        stream.end('credential');
        continue;
      }
      stream.endsAtMs = current.endsAt?.getTime() ?? null;
      const others = staying.get(audiences);
      if (others === undefined) staying.set(audiences, [[stream, current.principal]]);
      else others.push([stream, current.principal]);
    }
    for (const [audiences, readers] of staying) {
      const found = await audiences.audiencesOf(readers.map(([, principal]) => principal));
      for (const [[stream], audience] of pairsOf(readers, found)) stream.audience = audience;
    }
  }
}

/** Whether a change may concern the credential of a stream. */
export function isConcerned(stream: EventStream, change: CredentialChange): boolean {
  if ('everybody' in change) return true;
  if ('credentialId' in change) return stream.credentialId === change.credentialId;
  if ('userId' in change) return stream.userId === change.userId;
  return stream.organizationId === change.organizationId;
}

/** Streams are open to every credential, but not while the organization is suspended. */
function mayRead(principal: Principal): boolean {
  try {
    requireAccess({ credential: 'any' }, principal);
    return true;
  } catch {
    return false;
  }
}
