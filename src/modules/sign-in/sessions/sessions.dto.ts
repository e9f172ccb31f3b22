import { Flag, Id, Text, Timestamp } from '../../../platform/fields/fields';

/** A session as its user sees it. */
export class SessionView {
  @Id()
  readonly id: string;

  @Text({ max: 45, presence: 'nullable', description: 'Address it was started from.', example: '203.0.113.7' })
  readonly ip: string | null;

  @Text({ max: 400, presence: 'nullable', example: 'Mozilla/5.0' })
  readonly userAgent: string | null;

  @Flag({ description: 'Whether this request uses it.' })
  readonly current: boolean;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp({ description: 'Exact to about a minute.' })
  readonly lastSeenAt: string;

  @Timestamp({ description: 'When it ends, however much it is used; unused, it ends 14 days after lastSeenAt.' })
  readonly expiresAt: string;

  @Timestamp()
  readonly updatedAt: string;
}
