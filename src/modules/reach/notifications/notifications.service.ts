import { Injectable } from '@nestjs/common';
import { isId } from '../../../kernel/ids';
import { toPage, type Page } from '../../../kernel/page';
import { found } from '../../../kernel/problems';
import type {
  FailuresView,
  NotificationsQuery,
  NotificationView,
  RecipientsQuery,
  RecipientView,
} from './notifications.dto';
import { NotificationsRepository } from './notifications.repository';
import { RecipientRetriesRepository } from './recipient-retries.repository';
import { RecipientsRepository } from './recipients.repository';

/** The notifications of the organization in scope, as they are read. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly recipients: RecipientsRepository,
    private readonly retries: RecipientRetriesRepository,
  ) {}

  async list(query: NotificationsQuery): Promise<Page<NotificationView>> {
    if (query.eventId !== undefined && !isId(query.eventId)) return toPage([], 0, query);
    const { views, total } = await this.notifications.list(query);
    return toPage(views, total, query);
  }

  /** @throws NotFound when the organization in scope has no such notification */
  async get(id: string): Promise<NotificationView> {
    return found(await this.notifications.find(id));
  }

  /** @throws NotFound when the organization in scope has no such notification */
  async listRecipients(id: string, query: RecipientsQuery): Promise<Page<RecipientView>> {
    const { rows, total } = await this.recipients.list(id, query);
    // If there are recipients the notification exists; only without any must that be checked.
    if (total === 0) await this.get(id);
    return toPage(rows, total, query);
  }

  /** Why recipients were not reached. @throws NotFound when the organization in scope has no such notification */
  async listFailures(id: string): Promise<FailuresView> {
    await this.get(id);
    return { data: await this.retries.failures(id) };
  }
}
