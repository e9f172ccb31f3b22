import type { ListFilter, UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { ScopedStatement } from '../../../platform/tenancy/statement';

/** How records of one type are found. */
export interface SearchStatements<Row> {
  /**
   * Those whose searched text begins with `$2` and comes before `$3`, at most `$4`: a range of an index, however many
   * records there are. Unlike LIKE, these comparisons are leak-proof, so that row-level security lets them into the
   * index.
   */
  readonly beginning: ScopedStatement<Row>;
  /**
   * Those whose searched text matches all patterns of `$2`, or that of a phone number or number plate, `$5`, the best for
   * the phrase `$3` first, at most `$4`. It reads the organization's part of an index that includes the searched text.
   */
  readonly anywhere: ScopedStatement<Row>;
}

/** A text with a blank before each of its words. */
const words = (text: string) => `(' ' || translate(${text}, E'\\n-.,@(/_''', '         '))`;

/** Begins with the phrase; has it at the start of a word; within its first part, the name; has only its words. */
const RANK = `CASE WHEN starts_with(x.search, $3) THEN 0 WHEN strpos(${words('x.search')}, ${words('$3')}) > 0 THEN 1
    WHEN strpos(split_part(x.search, E'\\n', 1), $3) > 0 THEN 2 ELSE 3 END`;

/** @param from the table, as a FROM clause without alias; only what is shown is read from the table itself */
function statementsOf<Row>(from: string, columns: string): SearchStatements<Row> {
  const shown = (found: string, order: string) =>
    new ScopedStatement<Row>(
      `SELECT shown.* FROM (${found}) AS found
       CROSS JOIN LATERAL (SELECT ${columns} ${from} t WHERE t.organization_id = $1 AND t.id = found.id) AS shown
       ORDER BY ${order}`,
    );
  return {
    beginning: shown(
      `SELECT x.id, x.search ${from} x
       WHERE x.organization_id = $1 AND x.search >= $2 AND x.search < $3 ORDER BY x.search, x.id LIMIT $4`,
      'found.search, found.id',
    ),
    anywhere: shown(
      `SELECT x.id, x.search, ${RANK} AS rank ${from} x
       WHERE x.organization_id = $1 AND (x.search LIKE ALL ($2::text[]) OR x.search LIKE $5)
       ORDER BY 3, 2, 1 LIMIT $4`,
      'found.rank, found.search, found.id',
    ),
  };
}

export interface TourRow {
  id: string;
  name: string;
  startDate: string | null;
  endDate: string | null;
}

export const TOURS = statementsOf<TourRow>(
  'FROM tours',
  't.id, t.name, t.start_date AS "startDate", t.end_date AS "endDate"',
);

export interface EventRow {
  id: string;
  name: string;
  startsAt: string | null;
  timezone: string;
  venue: string | null;
  city: string | null;
}

export const EVENTS = statementsOf<EventRow>(
  'FROM events',
  `t.id, t.name, t.starts_at AS "startsAt", t.timezone, t.venue ->> 'name' AS venue, t.venue ->> 'city' AS city`,
);

/** What is shown of records whose subtitle is one of two columns. */
export interface NamedRow {
  id: string;
  name: string;
  subtitle: string | null;
}

export const GUESTS = statementsOf<NamedRow>('FROM guests', 't.id, t.name, coalesce(t.company, t.email) AS subtitle');

export const VEHICLES = statementsOf<NamedRow>(
  'FROM vehicles',
  't.id, t.name, coalesce(t.plate_number, t.type) AS subtitle',
);

/** Members are few, and their names are in a table that belongs to no organization. */
export const MEMBERS: UnscopedListShape<NamedRow> = {
  reason: 'members are users, who belong to no organization',
  columns: 'm.id, u.name, u.email AS subtitle',
  from: 'memberships m JOIN users u ON u.id = m.user_id',
  id: 'm.id',
  sorts: { name: 'u.search' },
  always: 'm.organization_id = $1',
};

/** Members whose searched text matches a condition. All are read, as in a search of their list. */
export const membersWhere = (sql: string, ...values: unknown[]): ListFilter => ({ sql, values, scans: true });
