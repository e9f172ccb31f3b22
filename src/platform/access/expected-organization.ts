import type { Request } from 'express';
import type { Principal } from '../../kernel/principal';
import { Conflict } from '../../kernel/problems';

/** The header, in lower case, that names the organization which a request is meant for. */
export const EXPECTED_ORGANIZATION = 'x-te-organization';

/**
 * Compares the organization that a request is meant for with that of its credential. Another tab may have switched the
 * session meanwhile, and what a person does in this one must not land there.
 *
 * @throws Conflict `organization_changed`
 */
export function requireExpectedOrganization(request: Request, principal: Principal): void {
  const expected = request.headers[EXPECTED_ORGANIZATION];
  if (expected === undefined || String(expected).toLowerCase() === principal.organizationId) return;
  throw new Conflict(
    'organization_changed',
    'The credential is in another organization than X-TE-Organization names. Nothing was done.',
  );
}
