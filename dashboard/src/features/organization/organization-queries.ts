import { queryOptions } from '@tanstack/react-query';
import {
  etagOf,
  type GetCurrentOrganizationResponse,
  type GetSettingsResponse,
  type UpdateCurrentOrganizationData,
} from '@tour-events/client';
import { api, type Versioned } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { queryClient } from '../../shared/query-client';
import { sessionQuery } from '../session';

/** What there is to set of an organization: two records of the API, one form. */
export type Profile = ReturnType<typeof profileOf>;

/** Which of the two the reader may change. */
export interface Rights {
  /** Name, logo and time zone: the role Admin. */
  readonly profile: boolean;
  /** The rest: the permission `settings.update`. */
  readonly settings: boolean;
}

const profileOf = (organization: GetCurrentOrganizationResponse, settings: GetSettingsResponse) => ({
  name: organization.name,
  logo: organization.logo ?? '',
  timezone: organization.timezone,
  currency: settings.currency,
  locale: settings.locale,
  senderName: settings.notificationSender.name ?? '',
  senderReplyTo: settings.notificationSender.replyTo ?? '',
  expenseCategories: [...settings.expenseCategories],
  requireSecondFactor: settings.requireSecondFactor,
});

/** Both versions in one, which the form takes apart again when it saves. */
const versionOf = (organization: object, settings: object) =>
  JSON.stringify([etagOf(organization) ?? '*', etagOf(settings) ?? '*']);

export async function readProfile(signal?: AbortSignal): Promise<Versioned<Profile>> {
  const options = signal === undefined ? {} : { signal };
  const [organization, settings] = await Promise.all([
    api.organizations.getCurrent(options),
    api.settings.get(options),
  ]);
  return { record: profileOf(organization, settings), etag: versionOf(organization, settings) };
}

export const profileQuery = queryOptions({
  queryKey: ['settings', 'profile'],
  queryFn: ({ signal }) => readProfile(signal),
});

/** The organization's version before and after it was last saved: it may be saved while the settings are refused. */
let lastSaved = { before: '', after: '' };

async function saveOrganization(body: UpdateCurrentOrganizationData['body'], version: string) {
  const ifMatch = version === lastSaved.before ? lastSaved.after : version;
  const organization = await api.organizations.updateCurrent(body, { ifMatch });
  lastSaved = { before: version, after: etagOf(organization) ?? '*' };
  return organization;
}

/** Saves what the reader may change, each record under its own version. */
export async function saveProfile(values: Profile, etag: string, may: Rights): Promise<Versioned<Profile>> {
  const [ofOrganization, ofSettings] = JSON.parse(etag) as [string, string];
  const { name, logo, timezone, currency, locale, senderName, senderReplyTo, expenseCategories } = values;
  const { requireSecondFactor } = values;
  const organization = may.profile
    ? await saveOrganization({ name, logo: logo.trim() || null, timezone }, ofOrganization)
    : await api.organizations.getCurrent();
  const settings = may.settings
    ? await withReauthentication(() =>
        api.settings.update(
          {
            currency,
            locale,
            expenseCategories,
            requireSecondFactor,
            notificationSender: { name: senderName.trim() || null, replyTo: senderReplyTo.trim() || null },
          },
          { ifMatch: ofSettings },
        ),
      )
    : await api.settings.get();
  // The profile and its currency are part of the session, whose names stand in the header.
  const keys = [['settings'], sessionQuery.queryKey];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  return { record: profileOf(organization, settings), etag: versionOf(organization, settings) };
}
