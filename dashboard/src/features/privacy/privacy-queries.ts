import { queryOptions } from '@tanstack/react-query';
import type { GetSettingsResponse, ListDueGuestsData } from '@tour-events/client';
import { versioned, api, type Versioned } from '../../shared/api';
import { withReauthentication } from '../../shared/with-reauthentication';
import { followChanges, makeStale } from '../../shared/query-client';
import { paging, reading } from '../../shared/reading';

followChanges('privacy', 'event', 'event_guest', 'guest', 'settings');

/** After how many days guests are erased; empty for never, as a field of numbers has it. */
export interface RetentionValues extends Record<string, unknown> {
  readonly days: number | '';
}

const retentionValues = ({ record, etag }: Versioned<GetSettingsResponse>): Versioned<RetentionValues> => ({
  record: { days: record.retention.guestDaysAfterLastEvent ?? '' },
  etag,
});

export async function readRetention(signal?: AbortSignal): Promise<Versioned<RetentionValues>> {
  return retentionValues(await versioned(api.settings.get(signal === undefined ? {} : { signal })));
}

export const retentionQuery = queryOptions({
  queryKey: ['settings', 'retention'],
  queryFn: ({ signal }) => readRetention(signal),
});

export const privacyReportQuery = reading(['privacy', 'report'], (options) => api.privacy.getReport(options));

export const dueGuestsQuery = (query: ListDueGuestsData['query']) =>
  paging(['privacy', 'due-guests', query], (options) => api.privacy.dueGuests.list(query, options));

export async function saveRetention({ days }: RetentionValues, ifMatch: string): Promise<Versioned<RetentionValues>> {
  const retention = { guestDaysAfterLastEvent: days === '' ? null : days };
  const saved = retentionValues(
    await versioned(withReauthentication(() => api.settings.update({ retention }, { ifMatch }))),
  );
  void makeStale('settings', 'privacy');
  return saved;
}
