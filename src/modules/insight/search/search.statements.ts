import type { ListFilter, UnscopedListShape } from '../../../platform/tenancy/list-statements';
import { ScopedStatement } from '../../../platform/tenancy/statement';
import { columnsOf, select, tableOf, type EntityClass } from '../../../platform/database/table';
import { User } from '../../people/users/user.entity';
import { Membership } from '../../people/members/membership.entity';
import { Event } from '../../planning/events/event.entity';
import { Guest } from '../../planning/guests/guest.entity';
import { Tour } from '../../planning/tours/tour.entity';
import { Vehicle } from '../../planning/vehicles/vehicle.entity';

const EVENT = columnsOf(Event, 't');
const GUEST = columnsOf(Guest, 't');
const VEHICLE = columnsOf(Vehicle, 't');
const MEMBERSHIP = columnsOf(Membership, 'm');
const USER = columnsOf(User, 'u');

/** A record that is found by its searched text. */
interface Searchable {
  id: string;
  organizationId: string;
  search: string;
}

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
const rank = (search: string) =>
  `CASE WHEN starts_with(${search}, $3) THEN 0 WHEN strpos(${words(search)}, ${words('$3')}) > 0 THEN 1
    WHEN strpos(split_part(${search}, E'\\n', 1), $3) > 0 THEN 2 ELSE 3 END`;

/** @param columns what is shown, of the table as `t`; only that is read from the table itself */
function statementsOf<Row>(entity: EntityClass<Searchable>, columns: string): SearchStatements<Row> {
  const from = `FROM ${tableOf(entity).name}`;
  const { id, organizationId, search } = columnsOf(entity, 'x');
  const row = columnsOf(entity, 't');
  const shown = (found: string, order: string) =>
    new ScopedStatement<Row>(
      `SELECT shown.* FROM (${found}) AS found
       CROSS JOIN LATERAL (SELECT ${columns} ${from} t
         WHERE ${row.organizationId} = $1 AND ${row.id} = found.id) AS shown
       ORDER BY ${order}`,
    );
  return {
    beginning: shown(
      `SELECT ${id}, ${search} ${from} x
       WHERE ${organizationId} = $1 AND ${search} >= $2 AND ${search} < $3 ORDER BY ${search}, ${id} LIMIT $4`,
      'found.search, found.id',
    ),
    anywhere: shown(
      `SELECT ${id}, ${search}, ${rank(search)} AS rank ${from} x
       WHERE ${organizationId} = $1 AND (${search} LIKE ALL ($2::text[]) OR ${search} LIKE $5)
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

export const TOURS = statementsOf<TourRow>(Tour, select(Tour, 't', 'id', 'name', 'startDate', 'endDate').columns);

export interface EventRow {
  id: string;
  name: string;
  startsAt: string | null;
  timezone: string;
  venue: string | null;
  city: string | null;
}

export const EVENTS = statementsOf<EventRow>(
  Event,
  `${select(Event, 't', 'id', 'name', 'startsAt', 'timezone').columns},
   ${EVENT.venue} ->> 'name' AS venue, ${EVENT.venue} ->> 'city' AS city`,
);

/** What is shown of records whose subtitle is one of two columns. */
export interface NamedRow {
  id: string;
  name: string;
  subtitle: string | null;
}

export const GUESTS = statementsOf<NamedRow>(
  Guest,
  `${GUEST.id}, ${GUEST.name}, coalesce(${GUEST.company}, ${GUEST.email}) AS subtitle`,
);

export const VEHICLES = statementsOf<NamedRow>(
  Vehicle,
  `${VEHICLE.id}, ${VEHICLE.name}, coalesce(${VEHICLE.plateNumber}, ${VEHICLE.type}) AS subtitle`,
);

/** Members are few, and their names are in a table that belongs to no organization. */
export const MEMBERS: UnscopedListShape<NamedRow> = {
  reason: 'members are users, who belong to no organization',
  columns: `${MEMBERSHIP.id}, ${USER.name}, ${USER.email} AS subtitle`,
  from: `memberships m JOIN users u ON ${USER.id} = ${MEMBERSHIP.userId}`,
  id: MEMBERSHIP.id,
  sorts: { name: USER.search },
  always: `${MEMBERSHIP.organizationId} = $1`,
};

/** Members whose searched text matches a condition. All are read, as in a search of their list. */
export const membersWhere = (sql: string, ...values: unknown[]): ListFilter => ({ sql, values, scans: true });
