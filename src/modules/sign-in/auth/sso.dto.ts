import { Email, Id, Text } from '../../../platform/fields/fields';

export class BeginSso {
  @Email() email: string;
}

export class FinishSso {
  @Text({
    min: 1,
    max: 4_000,
    description: 'The query of the address that the provider sent the browser back to, without the question mark.',
    example: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj',
  })
  query: string;

  @Id({ description: 'Of the address that the provider sent the browser back to: `/sso/{organizationId}`.' })
  organizationId: string;
}

/** Where a sign-in goes on. */
export class SsoStartView {
  @Text({ max: 4_000, format: 'uri', example: 'https://login.example.com/authorize?client_id=tour-events' })
  readonly url: string;
}
