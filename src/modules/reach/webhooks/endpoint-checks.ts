import { Injectable } from '@nestjs/common';
import { Conflict, forFields, ValidationFailed } from '../../../kernel/problems';
import { UncallableUrl } from '../../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../../platform/outbound-http/outbound-http.service';
import { EventsService } from '../../planning/events';
import { ToursService } from '../../planning/tours';
import { TestInboxService } from './test-inbox.service';

/** Each endpoint multiplies what a receiver gets, who may not be the one who registers it. */
const MAX_ENDPOINTS_OF_A_URL = 10;

/** Checks what an endpoint refers to: its URL, its tour and its event. */
@Injectable()
export class EndpointChecks {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly inbox: TestInboxService,
    private readonly tours: ToursService,
    private readonly events: EventsService,
  ) {}

  /** Whether it is the URL of the organization's own inbox, which is not called over the network. */
  isTestInbox(url: string): Promise<boolean> {
    return this.inbox.isOwn(url);
  }

  /**
   * To be asked before a unit of work begins, since names of hosts may take long to resolve.
   *
   * @throws ValidationFailed when the URL may not be called
   */
  async requireCallable(url: string): Promise<void> {
    if (await this.isTestInbox(url)) return;
    try {
      await this.outbound.requireCallable(url);
    } catch (error) {
      if (error instanceof UncallableUrl) throw ValidationFailed.on('url', error.code, hintOf(error));
      throw error;
    }
  }

  /** @throws NotFound naming the fields when the organization in scope has no such tour, or no such event */
  async requireParents({ tourId, eventId }: { tourId?: string | null; eventId?: string | null }): Promise<void> {
    await forFields({
      tourId: tourId ? this.tours.get(tourId) : null,
      eventId: eventId ? this.events.requireExistence(eventId) : null,
    });
  }
}

/** The message of an error, and for an operator, who may be the caller, how to allow what it forbids. */
function hintOf({ code, message }: UncallableUrl): string {
  if (code !== 'address_refused' && code !== 'host_unresolvable') return message;
  return `${message} Operators of the service can allow its network with the variable WEBHOOK_ALLOWED_NETWORKS.`;
}

/** @throws Conflict `limit_reached` for another endpoint of a URL that has `sameUrl` of them */
export function requireRoomAt(sameUrl: number): void {
  if (sameUrl < MAX_ENDPOINTS_OF_A_URL) return;
  throw new Conflict(
    'limit_reached',
    `An organization has at most ${MAX_ENDPOINTS_OF_A_URL} endpoints with the same URL.`,
  );
}
