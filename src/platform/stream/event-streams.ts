import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Request, Response } from 'express';
import { firstOf } from '../../kernel/lists';
import { callerOf } from '../../kernel/principal';
import { NotAcceptable, ValidationFailed } from '../../kernel/problems';
import { credentialOf } from '../access/open-credentials';
import { currentPrincipal, runInContext, systemContext } from '../context/request-context';
import { InFlightResponses } from '../http/in-flight-responses';
import { BackgroundLog } from '../logging/background-log';
import { Signals } from '../signals/signals';
import { EventStream } from './event-stream';
import { Feed } from './feed';
import { OpenStreams } from './open-streams';
import { EVENT_STREAM_TYPE, opening, positionIn, RESET, takesStream } from './server-sent-events';
import { StreamRights, type Audiences } from './stream-rights';
import type { MessageSource, StreamSource } from './stream-source';

const TICK_MS = 1_000;
/** New messages are looked for this often even without a signal, for example where a pooler passes none on. */
const TICKS_PER_LOOK = 5;
const TIMER = 'event-streams';

/** Where a stream begins, and for whom. */
export interface StreamStart {
  readonly position: number;
  /** What is sent before the first message. */
  readonly opening: string;
  readonly audiences: Audiences;
  /** Called when the stream is closed, by either side. */
  closed?(): void;
}

/**
 * Streams of server-sent events (WHATWG HTML, 9.2). One timer serves them all, and a message is encoded once for all
 * its readers and written straight to their responses: a stream costs little more than its connection.
 *
 * Messages are in the database, in the order in which they were committed. Signals only say that there are new ones, so
 * a lost signal costs seconds, not a message.
 */
@Injectable()
export class EventStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly feeds = new Map<MessageSource, Feed>();
  private opened = 0;
  private ticks = 0;

  constructor(
    private readonly streams: OpenStreams,
    private readonly rights: StreamRights,
    private readonly signals: Signals,
    private readonly scheduler: SchedulerRegistry,
    inFlightResponses: InFlightResponses,
    private readonly log: BackgroundLog,
  ) {
    signals.onMissed(() => {
      this.look();
      this.streams.check(() => true);
    });
    inFlightResponses.onStop(() => this.streams.stop());
  }

  /** Called by a source's module when it starts. */
  serve(source: StreamSource): void {
    this.feedOf(source);
    this.signals.on(source.topic, () => this.wake(source));
  }

  /** Announces that a source may have new messages. Returns at once and never throws. */
  wake(source: MessageSource): void {
    this.feeds.get(source)?.wake();
  }

  /** Forgets a source that has no streams any more. */
  forget(source: MessageSource): void {
    this.feeds.delete(source);
  }

  onApplicationBootstrap(): void {
    const timer = setInterval(() => runInContext(systemContext('streams'), () => this.tick()), TICK_MS);
    timer.unref();
    this.scheduler.addInterval(TIMER, timer);
  }

  /** Ends the streams before the server waits for in-flight responses. */
  beforeApplicationShutdown(): void {
    if (this.scheduler.doesExist('interval', TIMER)) this.scheduler.deleteInterval(TIMER);
    this.streams.stop();
  }

  /**
   * Responds with a stream: the messages since the Last-Event-ID, then new ones, for as long as the credential is
   * valid. Without a Last-Event-ID it begins with new ones. Where messages behind the Last-Event-ID are deleted
   * already, an event `reset` says so, and all that exist follow.
   *
   * @throws NotAcceptable when the caller does not take such a stream; ValidationFailed for a Last-Event-ID that is no
   *   number
   */
  async open(source: StreamSource, request: Request, response: Response): Promise<void> {
    const asked = positionIn(request.header('Last-Event-ID'));
    if (Number.isNaN(asked)) {
      throw ValidationFailed.on('Last-Event-ID', 'invalid_format', 'Last-Event-ID must be the id of an event.');
    }
    const { newest, forgotten } = await source.bounds();
    const isKept = asked === null || (asked >= forgotten && asked <= newest);
    const cursor = asked === null ? newest : isKept ? asked : forgotten;
    const start = { position: cursor, opening: opening(cursor) + (isKept ? '' : RESET), audiences: source };
    await this.openAt(source, start, request, response);
  }

  /**
   * Responds with a stream of the messages after a position, then new ones, for as long as the credential is valid.
   *
   * @returns whether it is open; not for HEAD, which gets only the headers
   * @throws NotAcceptable when the caller does not take such a stream
   */
  async openAt(source: MessageSource, start: StreamStart, request: Request, response: Response): Promise<boolean> {
    if (!takesStream(request.header('Accept'))) throw new NotAcceptable(EVENT_STREAM_TYPE);
    const principal = currentPrincipal();
    const audience = firstOf(await start.audiences.audiencesOf([principal]));
    writeHead(response);
    if (request.method === 'HEAD') {
      response.end();
      return false;
    }
    response.write(start.opening);
    const number = this.opened++;
    const caller = callerOf(principal);
    const stream = new EventStream(response, number, credentialOf(request), caller, principal, audience);
    stream.cursor = start.position;
    this.begin(source, stream, start);
    return true;
  }

  private begin(source: MessageSource, stream: EventStream, start: StreamStart): void {
    const feed = this.feedOf(source);
    // The stream outlives its request.
    runInContext(systemContext('streams'), () => {
      this.streams.add(stream, start.audiences, () => {
        feed.leave(stream);
        start.closed?.();
      });
      feed.bring(stream);
    });
  }

  private feedOf(source: MessageSource): Feed {
    const known = this.feeds.get(source);
    if (known !== undefined) return known;
    const feed = new Feed(
      source,
      () => this.rights.settled(),
      (stream) => this.streams.mayContinue(stream),
      this.log,
    );
    this.feeds.set(source, feed);
    return feed;
  }

  private tick(): void {
    this.streams.tick();
    if (this.ticks++ % TICKS_PER_LOOK === 0) this.look();
  }

  private look(): void {
    for (const feed of this.feeds.values()) feed.wake();
  }
}

function writeHead(response: Response): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', EVENT_STREAM_TYPE);
  response.setHeader('Cache-Control', 'no-store, no-transform');
  // Proxies such as nginx would wait for more before they pass anything on.
  response.setHeader('X-Accel-Buffering', 'no');
  // Nothing follows a stream: its connection ends with it, so that a stopping service need not wait for it.
  response.setHeader('Connection', 'close');
}
