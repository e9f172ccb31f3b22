/**
 * The walls of docs/ARCHITECTURE.md. Checked by `npm run architecture`.
 */

/** Which module may use which, by its face. A module that is not named here may use no other. */
const MODULE_TREE = {
  organizations: [],
  members: ['organizations', 'settings'], // with their roles
  'mail-limits': ['organizations', 'members'],
  invitations: ['organizations', 'members', 'mail-limits', 'settings'],
  'organization-administration': ['organizations'],
  sessions: ['organizations', 'members'],
  users: ['members', 'sessions'],
  'security-notices': ['settings'],
  'single-sign-on': ['organizations', 'members', 'sessions'],
  'second-factors': ['members', 'users', 'security-notices', 'single-sign-on'],
  'api-keys': ['members', 'organizations', 'security-notices', 'users'],
  'email-confirmations': ['members', 'sessions', 'settings', 'users'],
  'password-resets': ['organizations', 'members', 'users', 'security-notices', 'settings'],
  auth: [
    'email-confirmations',
    'organizations',
    'members',
    'invitations',
    'second-factors',
    'security-notices',
    'sessions',
    'single-sign-on',
    'users',
    'password-resets',
    'referrals',
    'registration-limits',
    'settings',
  ],
  'registration-limits': [],
  impersonation: ['members', 'sessions', 'users'],
  summaries: [],
  tours: ['organizations', 'summaries'],
  guests: [],
  vehicles: [],
  events: ['organizations', 'summaries', 'users'],
  conflicts: ['events', 'summaries', 'users'],
  'event-previews': ['conflicts', 'events', 'trips'],
  scans: [],
  'event-guests': ['organizations', 'events', 'guests', 'settings', 'scans', 'mail-limits'],
  'access-links': ['organizations', 'events', 'event-guests', 'scans', 'trips', 'users'],
  'team-members': ['members', 'events', 'guests'],
  calendars: ['tours', 'events', 'event-guests', 'settings', 'trips'],
  'calendar-feeds': ['calendars', 'tours', 'events', 'members', 'organizations', 'trips'],
  expenses: ['organizations', 'tours', 'events', 'settings', 'users'],
  'vehicle-assignments': ['users', 'events', 'vehicles', 'event-guests', 'summaries'],
  trips: ['users', 'guests', 'vehicles', 'events', 'event-guests', 'vehicle-assignments'],
  'guest-lists': ['events', 'event-guests'],
  'event-duplicates': ['events', 'team-members', 'vehicle-assignments', 'event-guests'],
  plans: [],
  coupons: ['plans'],
  billing: ['organizations', 'plans', 'coupons', 'referrals'],
  notifications: ['calendars', 'events', 'guests', 'event-guests', 'settings', 'organizations', 'mail-limits', 'users'],
  'message-rules': ['events', 'event-guests', 'event-previews', 'tours', 'notifications', 'users'],
  referrals: ['organizations', 'settings'],
  announcements: ['members'],
  webhooks: ['organizations', 'members', 'tours', 'events', 'guests'],
  overview: [
    'events',
    'event-guests',
    'expenses',
    'guest-lists',
    'message-rules',
    'notifications',
    'summaries',
    'tours',
    'trips',
  ],
  search: [],
  'audit-logs': ['organizations', 'guests'],
  changes: [],
  'platform-health': [],
  settings: ['organizations'],
  privacy: ['organizations', 'guests', 'settings'],
};

/** What another module may import of a module: its `index.ts` says what that is. */
const FACE = '^src/modules/[^/]+/[^/]+/index\\.ts$';
/**
 * A statement that reads another module's table takes the columns from its entity, in whichever direction the tree goes:
 * test/architecture/table-owners says which tables those are, and that nothing else is imported of such a file.
 */
const ENTITY = '^src/modules/[^/]+/[^/]+/[^/]+\\.entity\\.ts$';

/**
 * The parts of the platform, by floor, the lowest first. A part may import parts of the floors below its own, and none
 * of its own floor: so no two parts can depend on each other.
 */
const PLATFORM_FLOORS = [
  ['config', 'csv', 'database', 'embedded-postgres', 'fields', 'outbound-http', 'pdf', 'routes', 'transaction'],
  ['context', 'encryption', 'records'],
  ['bodies', 'metrics', 'personal', 'tenancy'],
  ['logging'],
  ['background', 'errors', 'redis'],
  ['audit', 'mail', 'outbox', 'rate-limit', 'revocation', 'signals', 'tokens'],
  ['access', 'http', 'recorders'],
  ['batches', 'dashboard', 'health', 'idempotency', 'openapi', 'pages', 'stream'],
  ['erasure', 'pipeline'],
];

const named = Object.keys(MODULE_TREE).join('|');

const moduleRules = Object.entries(MODULE_TREE).map(([name, uses]) => ({
  name: `module-tree-${name}`,
  comment: uses.length ? `${name} may use only ${uses.join(', ')}` : `${name} may use no other module`,
  severity: 'error',
  from: { path: `^src/modules/[^/]+/${name}/` },
  to: { path: '^src/modules/', pathNot: `^src/modules/[^/]+/(${[name, ...uses].join('|')})/|${ENTITY}` },
}));

const platformRules = PLATFORM_FLOORS.flatMap((parts, floor) =>
  parts.map((part) => ({
    name: `platform-floor-${part}`,
    comment: `${part} stands on floor ${floor}: it may import the floors below and no part beside or above it`,
    severity: 'error',
    from: { path: `^src/platform/${part}/`, pathNot: '\\.spec\\.ts$' },
    to: {
      path: '^src/platform/',
      pathNot: `^src/platform/(${[part, ...PLATFORM_FLOORS.slice(0, floor).flat()].join('|')})/`,
    },
  })),
);

/** Folders that could be packages of their own tomorrow. */
const STANDALONE = ['src/platform/embedded-postgres', 'src/platform/outbound-http'];

const standaloneRules = STANDALONE.map((folder) => ({
  name: `standalone-${folder.split('/').at(-1)}`,
  comment: `${folder} is used without the rest: it imports nothing of ours but the kernel`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^(src|migrations)/', pathNot: `^(${folder}|src/kernel)/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files that import each other are one thing cut in the wrong place.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-imports-nothing-above',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^(src|migrations)/', pathNot: '^src/kernel/' },
    },
    {
      name: 'kernel-is-plain-typescript',
      comment: 'No framework, no database, no input or output: values and rules that can be read and tested alone.',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: [
          '(^|/)node_modules/(@nestjs/|typeorm/|pg/|express/)',
          '^(node:)?(fs|fs/promises|net|http|https|http2|dns|dns/promises|tls|child_process|worker_threads)$',
        ],
      },
    },
    {
      name: 'platform-knows-no-domain',
      comment: 'Where the platform needs something of a domain it declares a port, which app.module.ts binds.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(platform|kernel)/' },
    },
    {
      name: 'modules-do-not-know-the-app',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/', pathNot: '^src/(modules|platform|kernel)/' },
    },
    {
      name: 'module-is-in-the-tree',
      comment: 'A new module is added to MODULE_TREE, with what it may use.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: `^src/modules/[^/]+/(${named})/` },
      to: {},
    },
    {
      name: 'module-is-in-the-app',
      comment: 'A new module is imported by app.module.ts.',
      severity: 'error',
      from: { path: '^src/app\\.module\\.ts$' },
      to: { path: FACE, reachable: false },
    },
    {
      name: 'only-the-face-of-a-module',
      comment: "Another module's index.ts says what may be imported of it; the rest is private.",
      severity: 'error',
      from: { path: '^src/modules/[^/]+/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/[^/]+/$1/', FACE, ENTITY] },
    },
    {
      name: 'app-uses-only-faces',
      severity: 'error',
      from: { path: '^src/(endings/)?[^/]+\\.ts$' },
      to: { path: '^src/modules/', pathNot: FACE },
    },
    ...moduleRules,
    ...platformRules,
    ...standaloneRules,
    {
      name: 'packages-by-their-face',
      comment: 'Of the packages, the service uses csv alone, by its index.ts and in one part of the platform.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/', pathNot: '^packages/csv/src/index\\.ts$' },
    },
    {
      name: 'packages-in-one-part',
      comment: 'src/platform/csv says what of the package the service uses.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/csv/' },
      to: { path: '^packages/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'A package that the service and the dashboard share knows neither.',
      severity: 'error',
      from: { path: '^packages/csv/src/' },
      to: { pathNot: '^packages/csv/src/' },
    },
    {
      name: 'platform-part-has-a-floor',
      comment: 'A new part is added to PLATFORM_FLOORS, above all that it uses.',
      severity: 'error',
      from: { path: '^src/platform/[^/]+/', pathNot: `^src/platform/(${PLATFORM_FLOORS.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '(^test/|\\.spec\\.ts$)' },
    },
    {
      name: 'no-development-dependencies-in-the-product',
      comment: 'They are not installed where the product runs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/@types/' },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
