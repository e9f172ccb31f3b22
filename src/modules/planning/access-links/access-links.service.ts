import { Injectable } from '@nestjs/common';
import { NIL_ID } from '../../../kernel/ids';
import { toPage, type Page, type PageRequest } from '../../../kernel/page';
import { Conflict, found, requireFound } from '../../../kernel/problems';
import { UserNames } from '../../people/users';
import { EventsService } from '../events';
import { ScansRepository } from '../scans';
import type { AccessLinkView, ScansQuery, ScanView } from './access-links.dto';
import { AccessLinksRepository } from './access-links.repository';

const MAX_LIVE = 100;

/** The access links of the organization in scope, and what they have scanned. */
@Injectable()
export class AccessLinksService {
  constructor(
    private readonly links: AccessLinksRepository,
    private readonly scans: ScansRepository,
    private readonly events: EventsService,
    private readonly userNames: UserNames,
  ) {}

  /** @throws NotFound for an unknown event */
  async list(eventId: string, page: PageRequest): Promise<Page<AccessLinkView>> {
    const { rows, total } = await this.links.list(eventId, page);
    // If there are links the event exists; only without any must that be checked.
    if (total === 0) await this.events.requireExistence(eventId);
    return toPage(await this.userNames.withCreatorNames(rows), total, page);
  }

  /** @throws NotFound when the organization in scope has no such link */
  async get(id: string): Promise<AccessLinkView> {
    return this.userNames.withCreatorName(found(await this.links.find(id)));
  }

  /** What a link has scanned, the newest first. @throws NotFound */
  async listScans(id: string, query: ScansQuery): Promise<Page<ScanView>> {
    const { rows, total } = await this.scans.ofLink(id, query.status, query);
    if (total === 0) requireFound((await this.links.find(id)) !== null);
    return toPage(rows, total, query);
  }

  /** A link, locked until the unit of work ends. @throws NotFound */
  async lock(id: string): Promise<AccessLinkView> {
    requireFound(await this.links.lock(id));
    return this.get(id);
  }

  /** The event must be locked. @throws Conflict `limit_reached` */
  async requireRoom(eventId: string, now: Date, exceptId: string = NIL_ID): Promise<void> {
    if ((await this.links.countLive(eventId, now, exceptId)) < MAX_LIVE) return;
    throw new Conflict('limit_reached', `The event has ${MAX_LIVE} links that open it. Revoke one first.`);
  }
}
