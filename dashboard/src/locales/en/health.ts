import { plural } from '../../shared/plural';

/** How the platform itself is doing, for its operators. */
export const health = {
  title: 'Health',
  asOf: 'As of',
  replicas: 'Replicas',
  replica: { host: 'Host', pid: 'Process', version: 'Version', state: 'State', started: 'Started', seen: 'Last seen' },
  alive: 'Running',
  silent: 'Not heard of',
  queues: 'Queues',
  queue: { name: 'Queue', depth: 'Waiting', oldest: 'Oldest due' },
  queueNames: {
    webhooks: 'Webhooks',
    mail: 'E-mail',
    notifications: 'Messages to guests',
    auditSealing: 'Sealing of the audit log',
    passwordResets: 'Password resets',
  },
  jobs: 'Jobs',
  job: { name: 'Job', state: 'State', last: 'Last run', took: 'Took', next: 'Next run' },
  jobStates: { running: 'Running', failed: 'Failed', overdue: 'Overdue', fine: 'Done' },
  never: 'Not yet',
  failing: 'Failing webhooks',
  noneFailing: 'No webhook has failed in the last 24 hours.',
  failingOf: { url: 'URL', organization: 'Organization', failing: 'Failed deliveries', since: 'Since' },
  founders: 'Who registers and sends most',
  noFounders: 'Nobody has registered in the last 24 hours, or sent e-mail today.',
  foundersOf: {
    domain: "Founders' mail domain",
    registered: 'Registered in 24 hours',
    recipients: 'Recipients today',
    refused: 'Refused today',
    paused: 'Paused',
  },
  system: 'Mail, database and disk',
  figures: {
    mailSent: 'E-mails sent in 24 hours',
    mailFailed: 'E-mails failed in 24 hours',
    database: 'Database',
    size: 'Size of the database',
    connections: 'Connections',
    standbys: 'Standbys',
    disk: 'Free disk',
    keyRotation: 'Secrets under the previous key',
  },
  connectionsOf: (used: string, most: string) => `${used} of ${most}`,
  freeOf: (free: string, total: string) => `${free} of ${total}`,
  none: 'None',
  history: 'The last 24 hours',
  noHistory: 'The history begins with the first sample, within five minutes.',
  charts: {
    waiting: 'Waiting in all queues',
    oldestSeconds: 'Oldest due, in seconds',
    failingWebhooks: 'Failing webhooks',
    connections: 'Connections',
    databaseBytes: 'Size of the database',
  },
  chartText: (name: string, least: string, most: string, last: string) =>
    `${name}: between ${least} and ${most}, ${last} now`,
  most: (value: string) => `at most ${value}`,
  state: {
    fine: 'Everything is running',
    jobs: (count: number) =>
      plural('en', count, { one: 'job has failed or is overdue', other: 'jobs have failed or are overdue' }),
    webhooks: (count: number) =>
      plural('en', count, { one: 'webhook endpoint fails', other: 'webhook endpoints fail' }),
    mail: (count: number) =>
      plural('en', count, { one: 'e-mail failed in the last 24 hours', other: 'e-mails failed in the last 24 hours' }),
  },
};
