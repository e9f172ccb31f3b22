import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix, resolve, sep } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..', '..');

/** A module (`events`) or a part of the platform (`platform/outbox`) that uses a table. */
interface Use {
  user: string;
  table: string;
  writes: boolean;
}

/**
 * They use no table. Like migrations: they say where tables are, and what triggers and functions a distributed database
 * has; and the list of what ends when.
 */
const OF_THE_SCHEMA = ['src/platform/database/distribut', 'src/what-ends-when.ts'];

const PEOPLE = 'members and those invited are users, and are shown with name and address';
const IN_USE = 'nothing happens for an organization that is deleted or suspended';
const CREDENTIAL = 'a credential is looked up with its user, organization and role in one statement';
const REQUIRED_FACTOR = 'a second factor is required by any organization of the user, and checked with the credential';
const FIGURES = 'figures over many records are counted in one statement';
const SEARCH = 'records of all types are searched alike, in one snapshot';
const NAMES = 'the log names users and organizations, which belong to no organization';
const HEALTH = 'operators see how full all queues are and what fails, read in a few statements';
const DUE = 'guests are due by all of their events, found and counted in one statement';
const AUDIT_API = 'the module is the API of the platform’s audit log';

/**
 * Who reads the tables of others in their own statements, and why it does not ask the owner. Two edges run against the
 * tree of imports: members and users, events and what belongs to them.
 */
const READERS: Record<string, Record<string, string>> = {
  'access-links': {
    event_guests: 'phones get all guests of an event, with seats and trips, in one statement',
    guests: 'phones get the guests by name',
    organizations: CREDENTIAL,
    parties: 'phones show the party of each guest',
    scans: 'links are shown with how many scans they have made',
    trips: 'phones get all guests of an event, with seats and trips, in one statement',
    vehicle_assignments: 'phones show who sits where',
    vehicles: 'phones show who sits where',
  },
  'api-keys': { memberships: CREDENTIAL, organizations: CREDENTIAL, roles: CREDENTIAL, users: CREDENTIAL },
  'audit-logs': {
    audit_records: AUDIT_API,
    audit_seals: AUDIT_API,
    audit_heads: AUDIT_API,
    audit_unsealed: AUDIT_API,
    // Other names are found by what the records' own modules say of them.
    memberships: NAMES,
    organizations: NAMES,
    plans: NAMES,
    users: NAMES,
  },
  announcements: { users: 'those who have read an announcement are shown with name and address' },
  'calendar-feeds': {
    events: 'a feed’s events are chosen, sorted and told from earlier states in one statement',
    memberships: CREDENTIAL,
    organization_settings: CREDENTIAL,
    organizations: CREDENTIAL,
    team_members: 'the events of one’s own are those on whose team one is',
    users: CREDENTIAL,
  },
  billing: { organizations: 'a subscription is read and found due together with its organization' },
  changes: {
    audit_records: 'changes are the sealed records of the platform’s audit log',
    audit_seals: 'changes are in the order of the chain',
  },
  conflicts: {
    event_guests: 'conflicts are found among all that events need, in one statement',
    events: 'conflicts are found among all that events need, in one statement',
    guests: 'conflicts are shown with the names of what they are about',
    team_members: 'conflicts are found among all that events need, in one statement',
    tours: 'conflicts are found among all that events need, in one statement',
    trips: 'conflicts are found among all that events need, in one statement',
    vehicle_assignments: 'conflicts are found among all that events need, in one statement',
    vehicles: 'conflicts are shown with the names of what they are about',
  },
  'event-previews': { event_guests: FIGURES },
  'event-guests': {
    events: 'the list of a guest shows and sorts by the events',
    guests: 'the list of an event shows, searches and sorts by the guests',
    vehicle_assignments: 'a pass shows the vehicle; vehicle-assignments imports event-guests',
    vehicles: 'a pass shows the vehicle',
  },
  events: {
    event_guests: 'an event with guests is not deleted; event-guests imports events, so it cannot be asked',
    expenses: 'an event with expenses is not deleted; expenses imports events',
    team_members: 'an event with a team is not deleted; team-members imports events',
    tours: 'events are shown with the names of their tours, without a round trip more',
    vehicle_assignments: 'an event with vehicles is not deleted; vehicle-assignments imports events',
  },
  expenses: {
    events: 'a report names events, and selects those of a tour',
    organizations: 'expenses of a purged organization are not summed up',
    tours: 'expenses are shown with the names of their events and tours, without a round trip more',
  },
  'guest-lists': {
    event_guests: 'lists show what each guest answered',
    guests: 'lists name the guests',
    parties: 'lists name the party of each guest',
    vehicle_assignments: 'lists name the vehicle of each guest',
    vehicles: 'lists name the vehicle of each guest',
  },
  invitations: { memberships: CREDENTIAL, organizations: IN_USE, users: PEOPLE },
  members: {
    sso_connections: 'a new session stands in an organization that does not require its identity provider',
    organizations: 'a user’s organizations are found, ordered and locked by what they are, in one statement',
    users: `${PEOPLE}; users imports members, so it cannot be asked`,
  },
  'message-rules': {
    event_guests: 'who is due is asked of the guests of an event as they are, in batches',
    events: 'what is due is asked of the events of a tour as they are, in one statement',
    guests: 'those who can be reached are counted in one statement',
    organizations: IN_USE,
  },
  notifications: {
    event_guests: 'recipients are chosen among the guests of an event in one statement',
    events: 'the list of messages shows which event each is about',
    guests: 'recipients are read with the guests’ addresses in one statement',
    mail_days: 'e-mail of an organization that is paused waits',
    organizations: IN_USE,
    person_keys: 'the keys of recipients are read with them',
  },
  'mail-limits': {
    invoices: 'an organization’s limit depends on whether it has paid for anything',
    memberships: 'an organization’s limit depends on whether an Admin of it has confirmed their address',
    organizations: 'operators set an organization’s limit',
    users: 'an organization’s limit depends on whether an Admin of it has confirmed their address',
  },
  'organization-administration': {
    api_keys: FIGURES,
    events: FIGURES,
    guests: FIGURES,
    mail_days: 'Super Admins list organizations with the e-mail that they sent today, and sort by it',
    memberships: FIGURES,
    organizations: 'Super Admins list and search all organizations',
    sessions: FIGURES,
    tours: FIGURES,
    vehicles: FIGURES,
    webhook_deliveries: FIGURES,
    webhook_endpoints: FIGURES,
  },
  overview: {
    event_guests: FIGURES,
    events: FIGURES,
    expenses: FIGURES,
    guests: FIGURES,
    invoices: FIGURES,
    memberships: FIGURES,
    notifications: FIGURES,
    organizations: FIGURES,
    team_members: FIGURES,
    tours: FIGURES,
    trips: FIGURES,
    users: FIGURES,
    vehicle_assignments: FIGURES,
    vehicles: FIGURES,
    webhook_deliveries: FIGURES,
    webhook_endpoints: FIGURES,
    webhook_queue: FIGURES,
  },
  'platform-health': {
    audit_records: HEALTH,
    audit_unsealed: HEALTH,
    jobs: HEALTH,
    mail_days: HEALTH,
    mail_messages: HEALTH,
    notification_recipients: HEALTH,
    notifications: HEALTH,
    organizations: HEALTH,
    password_reset_requests: HEALTH,
    users: HEALTH,
    webhook_deliveries: HEALTH,
    webhook_endpoints: HEALTH,
    webhook_queue: HEALTH,
  },
  'platform/audit': { person_keys: 'the keys of all people on a page of the log are looked up in one statement' },
  'platform/outbox': { person_keys: 'the keys of the people of an event are read with its body' },
  'platform/personal': {
    organizations: 'the keys of a user are found by the key of each organization, without an index of their own',
  },
  privacy: {
    event_guests: DUE,
    events: DUE,
    guests: DUE,
    erasures: 'the report counts the guests who were erased, whoever did it',
  },
  referrals: {
    memberships: 'a code is good while its owner can still take it back, as a member',
    organizations: IN_USE,
    users: 'a code is good while its owner is active',
  },
  scans: {
    access_links: 'scans are shown with the door at which a guest came in before',
    event_guests: 'scans are shown with whom they admitted',
    guests: 'scans are shown with whom they admitted, by name',
  },
  search: {
    events: SEARCH,
    guests: SEARCH,
    memberships: SEARCH,
    tours: SEARCH,
    users: SEARCH,
    vehicles: SEARCH,
  },
  'second-factors': {
    memberships: REQUIRED_FACTOR,
    organization_settings: REQUIRED_FACTOR,
  },
  'security-notices': {
    users: 'a notice is counted and addressed in one statement; users imports modules that send some',
  },
  settings: {
    memberships: 'letters about an account speak the language of the organization that its user was last in',
    users: 'letters about an account speak the language of the organization that its user was last in',
  },
  sessions: { organization_settings: REQUIRED_FACTOR, organizations: CREDENTIAL, users: CREDENTIAL },
  'single-sign-on': {
    organizations: IN_USE,
    users: 'the connections end of those whose address is in a domain that was given up',
  },
  summaries: {
    event_guests: FIGURES,
    events: FIGURES,
    expenses: FIGURES,
    team_members: FIGURES,
    trips: FIGURES,
    vehicle_assignments: FIGURES,
    vehicles: FIGURES,
  },
  trips: {
    event_guests: 'passengers are guests of an event, counted with those they bring in one statement',
    events: 'trips are shown with the events that they serve',
    guests: 'passengers are shown by name',
    team_members: 'drivers are found on the teams of the events',
    vehicle_assignments: 'the vehicles of a trip are those assigned to its event',
    vehicles: 'trips are shown with their vehicles, and their seats are counted',
  },
  users: {
    memberships: 'Super Admins list the users of an organization with their roles',
    organizations: 'Super Admins list users with all of their organizations',
  },
  'vehicle-assignments': {
    event_guests: 'a vehicle’s load is the sum over its guests and those they bring',
    events: 'assignments are compared and sorted by the times of their events',
    guests: 'the manifest names the passengers',
    team_members: 'the manifest names the drivers of trips; trips imports vehicle-assignments, so it cannot be asked',
    trips: 'the manifest names the drivers of trips; trips imports vehicle-assignments, so it cannot be asked',
    vehicles: 'assignments are shown with their vehicles, and the manifest names them',
  },
  webhooks: {
    organizations: IN_USE,
    outbox_events: 'the follower of the outbox sends and shows the bodies of events',
  },
};

const sources = sourceFiles();
/** The table of each entity, by the entity's name. That every table has an entity is proved by schema.spec.ts. */
const entities = new Map(sources.flatMap(entitiesOf));
const owners = new Map([...entities.values()].map(({ table, owner }) => [table, owner]));
const uses = sources.flatMap(usesOf);

/** What others than the owner do, each once: `user: table`. */
function foreign(writes: boolean): string[] {
  const found = uses.filter((use) => use.writes === writes && owners.get(use.table) !== use.user);
  return [...new Set(found.map(({ user, table }) => `${user}: ${table}`))].sort();
}

describe('a table', () => {
  it('has one owner, the folder of its entity, which uses it', () => {
    expect(owners.size).toBeGreaterThan(40);
    expect(owners.size).toBe(entities.size);
    const used = new Set(uses.filter(({ user, table }) => owners.get(table) === user).map(({ table }) => table));
    expect([...owners.keys()].filter((table) => !used.has(table))).toEqual([]);
  });

  it('is written by its owner alone', () => {
    expect(foreign(true)).toEqual([]);
  });

  it('is read by others as declared, each with its reason', () => {
    const declared = Object.entries(READERS).flatMap(([user, reads]) =>
      Object.keys(reads).map((table) => `${user}: ${table}`),
    );
    expect(foreign(false)).toEqual(declared.sort());
  });

  it('is all that others import of the file of its entity', () => {
    expect(sources.flatMap(importsOfForeignEntities).filter(({ name }) => !entities.has(name))).toEqual([]);
  });
});

describe('the reader of statements', () => {
  it.each([
    [
      '`SELECT t.id, (SELECT count(*) FROM events e) FROM ONLY tours AS t, guests g WHERE x`',
      'tours',
      'events',
      'guests',
    ],
    ["'memberships m JOIN users u ON u.id = m.user_id'", 'memberships', 'users'],
    ['`SELECT ${COLUMNS} FROM ${X} LEFT JOIN roles r ON true`', 'roles'],
    ["count('event_guests')", 'event_guests'],
    ["select(Tour, 't', 'id')", 'tours'],
    ["'SELECT guests FROM elsewhere'"],
  ])('finds what %s reads', (code, ...read) => {
    expect(new Set(usesOf(fileWith(code)))).toEqual(
      new Set(read.map((table) => ({ user: 'x', table, writes: false }))),
    );
  });

  it.each([
    ["'INSERT INTO tours (id) VALUES ($1)'", 'tours'],
    ['`WITH a AS (UPDATE events e SET name = $1) SELECT FROM a FOR UPDATE OF a`', 'events'],
    ["'DELETE FROM users WHERE id = $1'", 'users'],
    ["register('job', { table: 'jobs', keptMs: 0 })", 'jobs'],
    ['this.unitOfWork.update(Organization, { id }, changes)', 'organizations'],
    ["new TokenKind('a reason', PasswordReset, {})", 'password_resets'],
  ])('finds what %s writes', (code, table) => {
    expect(usesOf(fileWith(code)).filter(({ writes }) => writes)).toEqual([{ user: 'x', table, writes: true }]);
  });
});

function fileWith(code: string): ts.SourceFile {
  return ts.createSourceFile('src/modules/room/x/x.ts', code, ts.ScriptTarget.Latest, true);
}

/** What a file imports of the files of other modules' entities. */
function importsOfForeignEntities(source: ts.SourceFile): { file: string; name: string }[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const path = posix.join(dirname(source.fileName), (moduleSpecifier as ts.StringLiteral).text);
    const names = importClause?.namedBindings;
    if (!/^src\/modules\/.*\.entity$/.test(path) || ownerOf(path) === ownerOf(source.fileName)) return [];
    const imported = names !== undefined && ts.isNamedImports(names) ? names.elements : [];
    return imported.map(({ name, propertyName }) => ({ file: source.fileName, name: (propertyName ?? name).text }));
  });
}

/** The tables that the literals and templates of a file name, and those of the entities that it passes on. */
function usesOf(source: ts.SourceFile): Use[] {
  const user = ownerOf(source.fileName);
  const found: Use[] = [];
  const add = (table: string, writes: boolean) => owners.has(table) && found.push({ user, table, writes });
  const visit = (node: ts.Node): void => {
    // Says in which order tables are spread, and uses none.
    if (ts.isDecorator(node) && node.getText().startsWith('@Distributed(')) return;
    const text = textOf(node);
    if (text !== null) {
      for (const table of writtenBy(text)) add(table, true);
      for (const table of readBy(text)) add(table, false);
      if (ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'table') add(text, true);
      // A table's name for another function's SQL. Without an underscore it could be any word.
      if (text.includes('_')) add(text, false);
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText();
      for (const argument of node.arguments ?? []) {
        const table = ts.isIdentifier(argument) ? entities.get(argument.text)?.table : undefined;
        if (table !== undefined) add(table, /^(insert|update|delete|upsert|super|TokenKind)/.test(callee));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A literal's text, with ` ? ` for every part that is computed. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => ` ? ${span.literal.text}`).join('');
}

function writtenBy(sql: string): string[] {
  return [...sql.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|COPY)\s+"?(\w+)/g)].map(
    (match) => match[1]!,
  );
}

/** The tables behind FROM, JOIN and USING, and those that a fragment of a FROM clause begins with. */
function readBy(sql: string): string[] {
  const source = String.raw`(?:ONLY\s+)?"?(\w+)"?(?:\s+(?:AS\s+)?[a-z]\w*)?`;
  const lists = [
    ...sql.matchAll(new RegExp(String.raw`\b(?:FROM|JOIN|USING)\s+(${source}(?:\s*,\s*${source})*)`, 'g')),
  ];
  const names = lists.flatMap((match) => match[1]!.split(',').map((item) => /^\s*(?:ONLY\s+)?"?(\w+)/.exec(item)![1]!));
  const fragment = /^\s*(\w+)\s+[a-z]\w*\s*(?:$|(?:LEFT |CROSS )?JOIN\b)/.exec(sql);
  return fragment === null ? names : [...names, fragment[1]!];
}

function entitiesOf(source: ts.SourceFile): [string, { table: string; owner: string }][] {
  const match = /@Entity\(\{ name: '(\w+)'[^)]*\}\)[^]*?\nexport class (\w+)/.exec(source.text);
  return match === null ? [] : [[match[2]!, { table: match[1]!, owner: ownerOf(source.fileName) }]];
}

/** `src/modules/planning/events/…` belongs to `events`, `src/platform/outbox/…` to `platform/outbox`. */
function ownerOf(path: string): string {
  const [, part, ...folders] = dirname(path).split('/');
  return part === 'modules' ? folders[1]! : `${part}/${folders[0]}`;
}

function sourceFiles(): ts.SourceFile[] {
  return readdirSync(resolve(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join('src', path.split(sep).join('/')))
    .filter(
      (path) =>
        path.endsWith('.ts') && !path.endsWith('.spec.ts') && !OF_THE_SCHEMA.some((start) => path.startsWith(start)),
    )
    .map((path) => ts.createSourceFile(path, readFileSync(resolve(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true));
}
