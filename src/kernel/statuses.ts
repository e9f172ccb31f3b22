import { enumeration } from './enumeration';

/**
 * The states of users and of organizations. They are here because code that does not know those modules needs them: a
 * principal has its organization's status, and a member is shown with the user's.
 */
export const USER_STATUSES = enumeration('UserStatus', ['active', 'suspended']);
export type UserStatus = (typeof USER_STATUSES)[number];

export const ORGANIZATION_STATUSES = enumeration('OrganizationStatus', ['active', 'suspended']);
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];
