import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Principal } from '../../../kernel/principal';
import type { BackgroundWork } from '../../../platform/background/background-work';
import { BackgroundWorkFactory } from '../../../platform/background/background-work-factory';
import { currentOrganizationId, currentPrincipal, withContext } from '../../../platform/context/request-context';
import { EventStreams } from '../../../platform/stream/event-streams';
import { eventText, opening } from '../../../platform/stream/server-sent-events';
import type { MessageSource, StreamMessage } from '../../../platform/stream/stream-source';
import { ChangedRecords } from './changed-records';
import { ChangeReader, isFor, type ChangeFilter } from './change-reader';
import { readableBy, requireInScope } from './change-types';
import type { ChangesStreamQuery, ChangeView } from './changes.dto';
import { ChangesRepository } from './changes.repository';
import { ChangesService, wantsRecords } from './changes.service';

/** Together with the time that it takes to seal a change, well within two seconds. */
const LOOK_MS = 500;
const TIMER = 'new-changes';

/**
 * The changes of one organization, which all its readers of this process get from one read: one for those who want the
 * records, too, and one for the others.
 */
class OrganizationChanges implements MessageSource {
  readonly topic = 'changes';
  /** The end of the chain when it was last looked at. */
  newest = 0;
  streams = 0;

  constructor(
    readonly organizationId: string,
    private readonly reader: ChangeReader,
    private readonly records: ChangedRecords | null,
  ) {}

  get key(): string {
    return `${this.organizationId} ${this.records === null ? 'changes' : 'records'}`;
  }

  async after(position: number, limit: number): Promise<StreamMessage[]> {
    const scope = { organizationId: this.organizationId };
    return withContext({ scope }, () => this.messagesAfter(position, limit));
  }

  private async messagesAfter(position: number, limit: number): Promise<StreamMessage[]> {
    const read = await this.reader.after(position, limit);
    const extended = await this.records?.addTo(read.flatMap(({ change }) => change ?? []));
    const withRecord = new Map(extended?.map((change) => [change.id, change]));
    return read.map(({ position: { position: at }, change }) => {
      const text = change && eventText(change.cursor, JSON.stringify(withRecord.get(change.id) ?? change));
      return { position: at, textFor: (audience) => (change && isForAudience(change, audience) ? text : null) };
    });
  }
}

/**
 * Streams of an organization's changes. Each process looks regularly, in one statement, which of the organizations with
 * open streams have new ones: this depends on no signal, and so on nothing that could be lost.
 */
@Injectable()
export class ChangeStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sources = new Map<string, OrganizationChanges>();
  private readonly work: BackgroundWork;

  constructor(
    private readonly changes: ChangesService,
    private readonly repository: ChangesRepository,
    private readonly reader: ChangeReader,
    private readonly records: ChangedRecords,
    private readonly streams: EventStreams,
    workFactory: BackgroundWorkFactory,
  ) {
    this.work = workFactory.create('changes', 'new changes could not be read', 'warn');
  }

  onApplicationBootstrap(): void {
    this.work.every(LOOK_MS, TIMER, () => this.look());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  /**
   * Responds with a stream of the changes after the cursor in Last-Event-ID, or else in `after`, that the caller may
   * read, then new ones, for as long as the credential is valid.
   *
   * @throws ValidationFailed, Gone `cursor_expired`, NotAcceptable, Forbidden `out_of_scope`
   */
  async open({ after, ...wanted }: ChangesStreamQuery, request: Request, response: Response): Promise<void> {
    const lastEventId = request.header('Last-Event-ID')?.trim();
    const start = lastEventId
      ? await this.changes.positionFor(lastEventId, 'Last-Event-ID')
      : await this.changes.positionFor(after, 'after');
    requireInScope(wanted.types ?? [], readableBy(currentPrincipal()));
    const audiencesOf = (principals: readonly Principal[]) =>
      Promise.resolve(principals.map((principal) => audienceOf(this.changes.filterOf(principal, wanted))));
    const source = this.join(currentOrganizationId(), wantsRecords(wanted));
    let isOpen = false;
    const closed = () => this.leave(source);
    try {
      const head = opening(this.changes.cursorOf(start));
      const options = { position: start.position, opening: head, audiences: { audiencesOf }, closed };
      isOpen = await this.streams.openAt(source, options, request, response);
    } finally {
      if (!isOpen) closed();
    }
  }

  private join(organizationId: string, withRecords: boolean): OrganizationChanges {
    const fresh = new OrganizationChanges(organizationId, this.reader, withRecords ? this.records : null);
    const source = this.sources.get(fresh.key) ?? fresh;
    this.sources.set(source.key, source);
    source.streams++;
    return source;
  }

  private leave(source: OrganizationChanges): void {
    if (--source.streams > 0) return;
    this.sources.delete(source.key);
    this.streams.forget(source);
  }

  private async look(): Promise<void> {
    if (this.sources.size === 0) return;
    const newestOf = await this.repository.newestOf([...new Set([...this.sources.values()].map(idOf))]);
    for (const source of this.sources.values()) {
      const newest = newestOf.get(source.organizationId);
      if (newest === undefined || source.newest === newest) continue;
      source.newest = newest;
      this.streams.wake(source);
    }
  }
}

const idOf = ({ organizationId }: OrganizationChanges) => organizationId;

/** Readers with the same permissions and filters get the same text, which is written once. */
function audienceOf(filter: ChangeFilter): string {
  return JSON.stringify(filter);
}

function isForAudience(change: ChangeView, audience: string): boolean {
  return isFor(change, JSON.parse(audience) as ChangeFilter);
}
