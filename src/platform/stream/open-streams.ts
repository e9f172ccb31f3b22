import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock';
import { CONFIGURATION, type Configuration } from '../config/configuration';
import { CredentialChanges } from '../access/credential-changes';
import type { EventStream } from './event-stream';
import { HEARTBEAT } from './server-sent-events';
import { StreamMetrics } from './stream-metrics';
import { isConcerned, StreamRights, type Audiences } from './stream-rights';

/** Every so many ticks of a second a stream gets a heartbeat and its credential is checked. */
const TICKS_PER_HEARTBEAT = 15;
/** The idle-read timeout: such a reader is gone, or will never keep up. */
const STALLED_MS = 10_000;
/** How long a graceful shutdown waits for pending bytes. */
const CLOSE_TIMEOUT_MS = 1_000;
/** How many streams an organization may have open in one process, over all its callers. */
const MAX_PER_ORGANIZATION = 100;

/**
 * The streams that this process has open. One caller may have as many as it may send requests in a window of the rate
 * limit, and one organization {@link MAX_PER_ORGANIZATION}. One more closes the oldest: the caller may have lost that one
 * already without the service having noticed.
 */
@Injectable()
export class OpenStreams {
  private readonly streams = new Map<EventStream, Audiences>();
  /** The streams of each caller, oldest first. */
  private readonly byCaller = new Map<string, Set<EventStream>>();
  /** The streams of each organization, oldest first. */
  private readonly byOrganization = new Map<string, Set<EventStream>>();
  private readonly maxPerCaller: number;
  private ticks = 0;
  private stopping = false;

  constructor(
    @Inject(CONFIGURATION) { rateLimit }: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly rights: StreamRights,
    private readonly metrics: StreamMetrics,
    changes: CredentialChanges,
  ) {
    this.maxPerCaller = rateLimit;
    metrics.watch(() => this.streams.size);
    changes.on((change) => this.check((stream) => isConcerned(stream, change)));
  }

  /** @param closed called when the stream is closed, by either side */
  add(stream: EventStream, audiences: Audiences, closed: () => void): void {
    this.streams.set(stream, audiences);
    stream.onceClosed(() => {
      this.remove(stream);
      closed();
    });
    if (!stream.isOpen) return;
    if (this.stopping) return stream.end('shutdown');
    join(this.byCaller, stream.caller, stream, this.maxPerCaller);
    join(this.byOrganization, stream.organizationId, stream, MAX_PER_ORGANIZATION);
    // The credential may have ended since it was checked, and a change could not reach the stream before it was added.
    this.rights.check([[stream, audiences]]);
  }

  /** Checks again whether the chosen streams may continue. */
  check(isChosen: (stream: EventStream) => boolean): void {
    this.rights.check([...this.streams].filter(([stream]) => isChosen(stream)));
  }

  /** Whether a stream is open. One whose credential has expired ends here, before anything else is sent to it. */
  mayContinue(stream: EventStream): boolean {
    if (stream.endsAtMs !== null && stream.endsAtMs <= this.clock.now().getTime()) stream.end('credential');
    return stream.isOpen;
  }

  /** The periodic work for all streams, spread over seconds: to be called once a second. */
  tick(): void {
    const phase = this.ticks++ % TICKS_PER_HEARTBEAT;
    for (const stream of this.streams.keys()) {
      const isDue = stream.number % TICKS_PER_HEARTBEAT === phase;
      if (stream.isStalled(performance.now(), STALLED_MS)) stream.cut('stalled');
      else if (this.mayContinue(stream) && isDue && !stream.isBehind) stream.send(HEARTBEAT);
    }
    this.check((stream) => stream.number % TICKS_PER_HEARTBEAT === phase);
  }

  /** Ends all of them, and those that are opened from now on. */
  stop(): void {
    if (this.stopping) return;
    this.stopping = true;
    for (const stream of this.streams.keys()) stream.end('shutdown');
    setTimeout(() => {
      for (const stream of this.streams.keys()) stream.cut('shutdown');
    }, CLOSE_TIMEOUT_MS).unref();
  }

  private remove(stream: EventStream): void {
    this.streams.delete(stream);
    this.metrics.count(stream.endedBy);
    leave(this.byCaller, stream.caller, stream);
    leave(this.byOrganization, stream.organizationId, stream);
  }
}

type Groups = Map<string, Set<EventStream>>;

/** Adds a stream to its group, and ends the oldest ones of a group that is too large then. */
function join(groups: Groups, name: string, stream: EventStream, max: number): void {
  const group = groups.get(name) ?? new Set();
  groups.set(name, group.add(stream));
  for (const oldest of group) {
    if (group.size <= max) return;
    group.delete(oldest);
    oldest.end('limit');
  }
}

function leave(groups: Groups, name: string, stream: EventStream): void {
  const group = groups.get(name);
  group?.delete(stream);
  if (group?.size === 0) groups.delete(name);
}
