import { readConfiguration } from './configuration';
import { ConfigurationError } from './environment';

const problemWith = (env: Record<string, string>): string => {
  try {
    readConfiguration(env);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
};

describe('the setting of where to listen', () => {
  it.each(['127.0.0.1', '::', 'fe80::1%eth0', '0', 'localhost', 'api-1.internal', 'tours_api', 'web.1', 'büro.local'])(
    'takes %s',
    (HOST) => {
      expect(problemWith({ HOST })).toBe('');
    },
  );

  it.each(['999.1.1.1', 'not a host', 'localhost:3000', 'http://localhost', '[::1]'])('refuses %s', (HOST) => {
    expect(problemWith({ HOST })).toBe(`HOST must be an IP address or a name, not "${HOST}"`);
  });
});

describe('the limit of registrations', () => {
  it('is 20 unless another is set, and may be none', () => {
    expect(readConfiguration({}).registrationLimit).toBe(20);
    expect(readConfiguration({ REGISTRATION_LIMIT: '0' }).registrationLimit).toBe(0);
  });

  it.each(['-1', '1.5', 'none', '1e3'])('is not %s', (REGISTRATION_LIMIT) => {
    expect(problemWith({ REGISTRATION_LIMIT })).toBe(
      `REGISTRATION_LIMIT must be a whole number from 0 to 1000000000, not "${REGISTRATION_LIMIT}"`,
    );
  });
});

describe('the setting of where people reach the service', () => {
  const inProduction = (BASE_URL: string) =>
    problemWith({ BASE_URL, NODE_ENV: 'production', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') });

  it.each([
    'https://tours.example',
    'http://localhost:3000',
    'http://tours.localhost',
    'http://127.0.0.1:3000',
    'http://127.8.8.8',
    'http://[::1]:3000',
  ])('takes %s in production', (url) => {
    expect(inProduction(url)).toBe('');
  });

  it.each(['http://tours.example', 'HTTP://10.0.0.7:3000', 'http://localhost.example', 'http://127.0.0.1.example'])(
    'refuses %s there, where nobody could sign in, and nowhere else',
    (url) => {
      expect(inProduction(url)).toBe(
        'BASE_URL must start with https:// in production: without TLS browsers do not keep the cookie of a session',
      );
      expect(problemWith({ BASE_URL: url })).toBe('');
    },
  );
});

describe('the settings of connections', () => {
  const database = 'postgres://user:secret@db:5432/tours';

  it.each([
    ['redis://valkey:6379', ''],
    ['rediss://:pass%25word@[::1]:6380/3', ''],
    ['valkey:6379', 'REDIS_URL must be a URL that starts with redis:// or rediss://'],
    ['http://valkey', 'REDIS_URL must be a URL that starts with redis:// or rediss://'],
    ['redis://', 'REDIS_URL must name a host'],
    ['redis://valkey/first', 'REDIS_URL must have nothing but the number of a database behind its host'],
    ['redis://:100%secret@valkey', 'REDIS_URL must have a % in its password written as %25'],
  ])('take %s as REDIS_URL, or say what is wrong with it', (REDIS_URL, problem) => {
    expect(problemWith({ REDIS_URL })).toBe(problem);
  });

  it.each([
    ['DATABASE_URL', 'postgres://user:a#b@db/tours'],
    ['DATABASE_URL', 'postgres://user:1#b@db/tours'],
    ['DATABASE_URL', 'postgres://user:a/b@db/tours'],
    ['DATABASE_URL', 'postgres://user:a?b@db/tours'],
    ['DATABASE_URL', 'postgresql://user:secret@db:99999/tours'],
    ['SMTP_URL', 'smtp://user:a#b@mail'],
    ['SMTP_URL', 'smtp://user:1#b@mail'],
    ['SMTP_URL', 'smtps://user:a/b@mail'],
    ['SMTP_URL', 'smtp://mail:99999'],
  ])('say how special characters are written in %s, such as %s', (name, value) => {
    expect(problemWith({ [name]: value })).toBe(
      `${name} cannot be read as a URL: special characters of a password are written as %XX in it ` +
        '(# as %23, / as %2F, ? as %3F), and its port is 65535 at most',
    );
  });

  it('take special characters so written, and nothing that is no URL', () => {
    expect(problemWith({ DATABASE_URL: 'postgres://user:%23%2F%3F@db/tours' })).toBe('');
    expect(problemWith({ SMTP_URL: 'smtp://user:%23%2F%3F@mail:587' })).toBe('');
    expect(problemWith({ DATABASE_URL: 'db:5432' })).toBe(
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    );
  });

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URL'])('know two ways to be pooled in %s', (name) => {
    const env = { DATABASE_URL: database };
    for (const mode of ['session', 'transaction'])
      expect(problemWith({ ...env, [name]: `${database}?pool_mode=${mode}` })).toBe('');
    const problem = problemWith({ ...env, [name]: `${database}?pool_mode=statement` });
    expect(problem).toBe(`${name} must have session or transaction as its pool_mode, not "statement"`);
  });

  it.each([
    ['DATABASE_URL', 'a,b:5433,c/tours', ''],
    ['DATABASE_URL', 'a,b/tours?target_session_attrs=read-write', ''],
    ['DATABASE_REPLICA_URL', 'a,b/tours?target_session_attrs=prefer-standby', ''],
    ['DATABASE_URL', 'a:1,b:99999/tours', 'names several hosts, of which one cannot be read'],
    [
      'DATABASE_URL',
      'a,b/tours?target_session_attrs=standby',
      'must have read-write or primary as its target_session_attrs, not "standby"',
    ],
    [
      'DATABASE_URL',
      'a,b/tours?pool_mode=transaction',
      'cannot look for the primary behind a pooler: the pooler chooses the server',
    ],
  ])('take several servers in %s, or say what is wrong with %s', (name, value, problem) => {
    const env = { DATABASE_URL: database, [name]: `postgres://user:secret@${value}` };
    expect(problemWith(env)).toBe(problem && `${name} ${problem}`);
  });

  it.each([
    ['smtp://mail', ''],
    ['smtps://user:pass%25word@mail:465?requireTLS=true', ''],
    ['smtp://', 'SMTP_URL must name a host'],
    ['smtp://user:p%zz@mail', 'SMTP_URL must have a % in its password written as %25'],
    ['smtp://user:100%@mail', 'SMTP_URL must have a % in its password written as %25'],
  ])('take %s as SMTP_URL, or say what is wrong with it', (SMTP_URL, problem) => {
    expect(problemWith({ SMTP_URL })).toBe(problem);
  });

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URL'])('know the ways of TLS in %s', (name) => {
    const env = { DATABASE_URL: database };
    for (const tls of ['disable', 'require', 'verify-full', 'verify-ca&sslrootcert=/ca.pem', 'no-verify'])
      expect(problemWith({ ...env, [name]: `${database}?sslmode=${tls}` })).toBe('');
    expect(problemWith({ ...env, [name]: `${database}?sslmode=bogus` })).toBe(
      `${name} must have one of disable, require, verify-ca, verify-full, no-verify as its sslmode, not "bogus"`,
    );
    expect(problemWith({ ...env, [name]: `${database}?sslmode=verify-ca` })).toContain(`${name} must name the file`);
  });

  it('have no replica of the embedded database', () => {
    expect(problemWith({ DATABASE_REPLICA_URL: database })).toContain('DATABASE_REPLICA_URL needs DATABASE_URL');
  });
});

describe('the settings that are used much later', () => {
  it.each(['METRICS_TOKEN', 'WHATSAPP_TOKEN'])('take one word as %s, which a header can hold', (name) => {
    expect(problemWith({ [name]: 'a-token~1' })).toBe('');
    for (const token of ['a b', 'schlüssel', 'a\nb'])
      expect(problemWith({ [name]: token })).toBe(`${name} must be one word of printable ASCII characters`);
  });

  it('take an address as BOOTSTRAP_EMAIL that may sign in', () => {
    const longest = `${'a'.repeat(254 - '@example.com'.length)}@example.com`;
    expect(problemWith({ BOOTSTRAP_EMAIL: longest })).toBe('');
    for (const address of [`a${longest}`, 'nobody'])
      expect(problemWith({ BOOTSTRAP_EMAIL: address })).toBe(
        'BOOTSTRAP_EMAIL must be an e-mail address of at most 254 characters',
      );
  });
});

describe('the settings that list networks', () => {
  const networks = ['10.0.0.0/8', '10.1.2.3', '2001:db8::/32', '::1', 'fe80::1%eth0', '::ffff:10.0.0.0/104'];
  const others = [
    '10.0.0.0/33',
    '::/129',
    '10.1',
    '0177.0.0.1/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'valkey',
  ];

  it.each(networks)('take %s', (network) => {
    expect(problemWith({ TRUST_PROXY: network, WEBHOOK_ALLOWED_NETWORKS: network })).toBe('');
  });

  it.each(others)('refuse %s', (text) => {
    expect(problemWith({ TRUST_PROXY: `loopback,${text}` })).toContain('TRUST_PROXY must be');
    expect(problemWith({ WEBHOOK_ALLOWED_NETWORKS: text })).toContain('WEBHOOK_ALLOWED_NETWORKS must list');
  });
});
