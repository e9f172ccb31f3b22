import { Custom, Id, Text, Timestamp, Uri } from '../../../platform/fields/fields';

/** An organization's receiver for tests. */
export class TestInboxView {
  @Id({ of: 'inbox' }) readonly id: string;
  @Uri({ max: 2048, example: 'https://tours.example.com/webhook-inbox/Zr8uQm31TgKc5yVb7HsNw9' })
  readonly url: string;
  @Timestamp() readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}

/** A request as the inbox got it. */
export class InboxRequestView {
  @Id({ of: 'request' }) readonly id: string;
  @Custom(
    { description: 'In small letters. Values of headers of the endpoint’s own are not shown.' },
    {
      type: 'object',
      additionalProperties: { type: 'string' },
      example: { 'content-type': 'application/json', 'x-te-event': 'tour.created' },
    },
    () => null,
  )
  readonly headers: Readonly<Record<string, string>>;
  @Text({ max: 1_000_000, description: 'The raw body, to the byte.', example: '{"type":"tour.created"}' })
  readonly body: string;
  @Timestamp({ description: 'When it came.' }) readonly createdAt: string;
  @Timestamp() readonly updatedAt: string;
}
