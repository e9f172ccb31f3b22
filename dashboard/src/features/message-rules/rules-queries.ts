import { queryOptions } from '@tanstack/react-query';
import type {
  CreateEventMessageRuleData,
  GetMessageRuleResponse,
  ListEventMessageRulesResponse,
  UpdateMessageRuleData,
} from '@tour-events/client';
import { readAll, api } from '../../shared/api';
import { followChanges, makingStale } from '../../shared/query-client';
import { reading } from '../../shared/reading';

followChanges('message-rules', 'message_rule', 'event', 'event_guest', 'guest', 'notification');

export type Rule = GetMessageRuleResponse;
export type ListedRule = ListEventMessageRulesResponse['data'][number];
export type RuleBody = CreateEventMessageRuleData['body'];

/** What rules are of. */
export interface RuleParent {
  readonly kind: 'event' | 'tour';
  readonly id: string;
}

const routesOf = ({ kind }: RuleParent) => (kind === 'event' ? api.events.messageRules : api.tours.messageRules);

/** With what each sends next. */
export const rulesQuery = (parent: RuleParent) =>
  reading(['message-rules', parent.kind, parent.id], (options) =>
    readAll(routesOf(parent).all(parent.id, { include: ['next'] }, options)),
  );

/** Whether the service can send WhatsApp messages, as an event says; a tour without events doesn't know. */
export const whatsAppQuery = (parent: RuleParent) =>
  queryOptions({
    queryKey: ['whatsapp', parent.kind, parent.id],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const eventId = parent.kind === 'event' ? parent.id : await firstEventOf(parent.id, signal);
      if (eventId === undefined) return false;
      const { channels } = await api.notifications.getAudience({ eventId }, { signal });
      return channels.some(({ channel, configured }) => channel === 'whatsapp' && configured);
    },
  });

async function firstEventOf(tourId: string, signal: AbortSignal): Promise<string | undefined> {
  return (await api.events.list({ tourId, limit: 1 }, { signal })).data[0]?.id;
}

const changing = makingStale('message-rules');

export const createRule = (parent: RuleParent, body: RuleBody, idempotencyKey: string) =>
  changing(routesOf(parent).create(parent.id, body, { idempotencyKey }));

export const updateRule = (id: string, body: UpdateMessageRuleData['body'], etag?: string) =>
  changing(api.messageRules.update(id, body, etag === undefined ? {} : { ifMatch: etag }));

export const deleteRule = (id: string) => changing(api.messageRules.delete(id));
