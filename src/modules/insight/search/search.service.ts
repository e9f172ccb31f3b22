import { Injectable } from '@nestjs/common';
import { searchTerms, type SearchTerms } from '../../../kernel/search-terms';
import { holds } from '../../../kernel/principal';
import { isTimeZone, offsetAt } from '../../../kernel/time-zone';
import { currentOrganizationId, currentPrincipal } from '../../../platform/context/request-context';
import { TenantDatabase, type SnapshotRows } from '../../../platform/tenancy/tenant-database';
import type { ResultType, SearchQuery, SearchResult, SearchResults } from './search.dto';
import {
  EVENTS,
  GUESTS,
  MEMBERS,
  membersWhere,
  TOURS,
  VEHICLES,
  type EventRow,
  type NamedRow,
  type SearchStatements,
  type TourRow,
} from './search.statements';
import { columnsOf } from '../../../platform/database/table';
import { User } from '../../people/users/user.entity';

const USER = columnsOf(User, 'u');

/** Finds records of several types in the organization in scope ([ADR 32](../../../docs/adr/0028-search-in-two-steps.md)). */
@Injectable()
export class SearchService {
  constructor(private readonly database: TenantDatabase) {}

  async search({ q, limit }: SearchQuery): Promise<SearchResults> {
    const terms = searchTerms(q);
    if (terms.phrase === '') return { data: [] };
    const data = await this.database.longRead(async (rows) => [
      ...(await find(rows, TOURS, terms, limit)).map(ofTour),
      ...(await find(rows, EVENTS, terms, limit)).map(ofEvent),
      ...(await find(rows, GUESTS, terms, limit)).map((row) => named('guest', row)),
      ...(await find(rows, VEHICLES, terms, limit)).map((row) => named('vehicle', row)),
    ]);
    if (!holds(currentPrincipal(), 'users.read')) return { data };
    return { data: [...data, ...(await this.members(terms, limit)).map((row) => named('member', row))] };
  }

  private async members({ phrase, end, patterns, number }: SearchTerms, limit: number): Promise<NamedRow[]> {
    const search = async (filter: ReturnType<typeof membersWhere>) => {
      const order = { by: 'name', direction: 'asc' } as const;
      const page = { page: 1, limit };
      return (await this.database.unscopedList(MEMBERS, [filter], order, page, currentOrganizationId())).rows;
    };
    const first = await search(membersWhere(`${USER.search} >= ? AND ${USER.search} < ?`, phrase, end));
    if (first.length === limit) return first;
    const others = await search(
      membersWhere(
        `(${USER.search} LIKE ALL (?::text[]) OR ${USER.search} LIKE ?) AND NOT starts_with(${USER.search}, ?)`,
        ...[patterns, number, phrase],
      ),
    );
    return [...first, ...others].slice(0, limit);
  }
}

/** What begins with the phrase is best; everything is only looked through where that is not enough. */
async function find<Row extends object>(
  rows: SnapshotRows,
  { beginning, anywhere }: SearchStatements<Row>,
  { phrase, end, patterns, number }: SearchTerms,
  limit: number,
): Promise<Row[]> {
  const first = await rows(beginning, phrase, end, limit);
  return first.length === limit ? first : rows(anywhere, patterns, phrase, limit, number);
}

function named(type: ResultType, { id, name, subtitle }: NamedRow): SearchResult {
  return { type, id, title: name, subtitle, eventId: null };
}

function ofTour({ id, name, startDate, endDate }: TourRow): SearchResult {
  return named('tour', { id, name, subtitle: joined(' – ', startDate, endDate) });
}

function ofEvent({ id, name, startsAt, timezone, venue, city }: EventRow): SearchResult {
  const subtitle = joined(', ', startsAt && dayOf(startsAt, timezone), venue, city);
  return { ...named('event', { id, name, subtitle }), eventId: id };
}

/** The day on which an instant falls where the event takes place. */
function dayOf(instant: string, timezone: string): string {
  const date = new Date(instant);
  // A zone that was added to the database after this Node was built.
  const offset = isTimeZone(timezone) ? offsetAt(date, timezone) : 0;
  return new Date(date.getTime() + offset).toISOString().slice(0, 10);
}

function joined(separator: string, ...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(separator) || null;
}
