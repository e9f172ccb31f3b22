import { exampleId } from '../../../platform/fields/example-id';
import { RecordKind } from '../../../platform/records/record-kind';
import { TEST_EVENT } from './event-types';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookView, type WebhookRecord } from './webhooks.dto';

export const WEBHOOK_RECORD = new RecordKind<WebhookRecord>({
  type: 'webhook',
  view: WebhookView,
  permission: 'webhooks.read',
  named: { entity: WebhookEndpoint, property: 'url' },
  changes: {
    created: {},
    updated: {},
    deleted: {},
    secret_rotated: {},
    disabled: {
      says: 'An endpoint was disabled after days of nothing but failures, as it was set to be.',
      without: ['health'],
      updates: true,
      example: { status: 'disabled', autoDisable: true },
      toEveryMaker: true,
    },
    tested: {
      type: TEST_EVENT,
      says: 'A test that was asked for. It goes to the endpoint that is tested, whatever its event types.',
      fields: {
        webhookId: { type: 'string', format: 'uuid', example: exampleId('webhook') },
        message: { type: 'string', example: 'This is a test.' },
      },
      toEveryMaker: true,
    },
  },
});
