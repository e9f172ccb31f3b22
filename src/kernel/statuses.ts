/**
 * The states of users and of organizations. They are here because code that does not know those modules needs them: a
 * principal has its organization's status, and a member is shown with the user's.
 */
export const USER_STATUSES = ['active', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const ORGANIZATION_STATUSES = ['active', 'suspended'] as const;
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];
