/**
 * The states of users and of organizations. They stand here because both are asked about where their modules are not known:
 * whoever is calling has their organization's, and a member is shown with their user's.
 */
export const USER_STATUSES = ['active', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const ORGANIZATION_STATUSES = ['active', 'suspended'] as const;
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];
