import type { AdministrationTexts } from '../en/administration-texts';
import { apiKeys } from './api-keys';
import { auditLogs } from './audit-logs';
import { billing } from './billing';
import { guestImport } from './guest-import';
import { health } from './health';
import { members } from './members';
import { operators } from './operators';
import { organization } from './organization';
import { coupons, plans } from './plans';
import { privacy } from './privacy';
import { roles } from './roles';
import { webhooks } from './webhooks';

/** The texts in German of Settings, Platform and the import of guests. */
export const administrationTexts: AdministrationTexts = {
  apiKeys,
  auditLogs,
  billing,
  coupons,
  guestImport,
  health,
  members,
  operators,
  organization,
  plans,
  privacy,
  roles,
  webhooks,
};
