import { Currency, Id, OneOf, Text, TimeZone, Timestamp } from '../../platform/http/fields';
import type { OrganizationStatus } from './organization.entity';

/** An organization as the API shows it. */
export class OrganizationView {
  @Id()
  readonly id: string;

  @Text({ max: 120, example: 'Northern Lights Touring' })
  readonly name: string;

  @Text({ max: 80, description: 'Made from the name; unique and never changed.', example: 'northern-lights-touring' })
  readonly slug: string;

  @Text({ max: 2048, presence: 'nullable', description: 'URL of an image.', example: 'https://example.com/logo.png' })
  readonly logo: string | null;

  @TimeZone()
  readonly timezone: string;

  @Currency()
  readonly currency: string;

  @OneOf(['active', 'suspended'])
  readonly status: OrganizationStatus;

  @Id({ presence: 'nullable' })
  readonly planId: string | null;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp()
  readonly updatedAt: string;
}
