import { Injectable } from '@nestjs/common';
import { namingEach, type FieldProblem } from '../../kernel/problems';
import { UncallableUrl } from '../../platform/outbound-http/outbound-post';
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.service';
import { EventsService } from '../events';
import { ToursService } from '../tours';
import { ALL_EVENTS } from './event-types';
import { TestInboxService } from './test-inbox.service';
import type { UpdateWebhook } from './webhooks.dto';

/** Checks what an endpoint refers to: its URL, its tour and its event. */
@Injectable()
export class EndpointChecks {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly inbox: TestInboxService,
    private readonly tours: ToursService,
    private readonly events: EventsService,
  ) {}

  /**
   * What is wrong with an endpoint beyond its single fields. To be asked before a unit of work begins, since names of
   * hosts may take long to resolve.
   */
  async problemsOf({ url, eventTypes }: UpdateWebhook): Promise<(FieldProblem | null)[]> {
    return [
      url === undefined ? null : await this.urlProblem(url),
      eventTypes === undefined ? null : starProblem(eventTypes),
    ];
  }

  /** Whether it is the URL of the organization's own inbox, which is not called over the network. */
  isTestInbox(url: string): Promise<boolean> {
    return this.inbox.isOwn(url);
  }

  private async urlProblem(url: string): Promise<FieldProblem | null> {
    if (await this.isTestInbox(url)) return null;
    try {
      await this.outbound.requireCallable(url);
      return null;
    } catch (error) {
      if (error instanceof UncallableUrl) return { field: 'url', code: error.code, message: hintOf(error) };
      throw error;
    }
  }

  /** @throws NotFound naming the fields when the organization in scope has no such tour, or no such event */
  async requirePlaces({ tourId, eventId }: { tourId?: string | null; eventId?: string | null }): Promise<void> {
    await namingEach({
      tourId: tourId ? this.tours.get(tourId) : null,
      eventId: eventId ? this.events.requireExistence(eventId) : null,
    });
  }
}

function starProblem(eventTypes: readonly string[]): FieldProblem | null {
  if (!eventTypes.includes(ALL_EVENTS) || eventTypes.length === 1) return null;
  return { field: 'eventTypes', code: 'not_allowed', message: 'eventTypes must be * alone, or names without it.' };
}

/** The message of an error, and for an operator, who may be the caller, how to allow what it forbids. */
function hintOf({ code, message }: UncallableUrl): string {
  if (code !== 'address_refused' && code !== 'host_unresolvable') return message;
  return `${message} Operators of the service can allow its network with the variable WEBHOOK_ALLOWED_NETWORKS.`;
}
