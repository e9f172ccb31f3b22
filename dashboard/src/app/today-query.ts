import { api } from '../shared/api';
import { followChanges } from '../shared/query-client';
import { dateIn } from '../shared/time';
import { reading } from '../shared/reading';

const DAY_MS = 86_400_000;
/** What has no end is over by then. */
const LONGEST_MS = 6 * 3_600_000;
const FRESH_MS = 300_000;

followChanges('today', 'event');

/**
 * The event that is on, or begins within a day, with its figures: what every screen says of today. Read again when events
 * change, but not for each answer and seat: one request for each would be too many on screens that show neither.
 */
export const todayQuery = (timezone: string) =>
  reading(
    ['today'],
    async (options) => {
      const now = Date.now();
      const dateAt = (at: number) => dateIn(new Date(at).toISOString(), timezone);
      const isOn = ({ startsAt, endsAt }: { readonly startsAt: string | null; readonly endsAt: string | null }) => {
        const start = Date.parse(startsAt!);
        return start < now + DAY_MS && (endsAt === null ? start + LONGEST_MS : Date.parse(endsAt)) > now;
      };
      const query = {
        from: dateAt(now),
        to: dateAt(now + DAY_MS),
        status: ['confirmed' as const],
        sortBy: 'startsAt' as const,
        limit: 5,
        include: ['summary' as const],
      };
      // On a day of many events the first ones may be over.
      for (let page = 1; ; page++) {
        const { data, totalPages } = await api.events.list({ ...query, ...(page > 1 && { page }) }, options);
        const event = data.find(isOn);
        if (event !== undefined || page >= totalPages) return event ?? null;
      }
    },
    { staleTime: FRESH_MS },
  );
