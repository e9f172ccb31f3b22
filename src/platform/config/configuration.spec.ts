import { ConfigurationError, readConfiguration } from './configuration';

const problemWith = (env: Record<string, string>): string => {
  try {
    readConfiguration(env);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
};

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

  it.each(['DATABASE_URL', 'DATABASE_REPLICA_URL'])('know two ways to be pooled in %s', (name) => {
    const env = { DATABASE_URL: database };
    for (const mode of ['session', 'transaction'])
      expect(problemWith({ ...env, [name]: `${database}?pool_mode=${mode}` })).toBe('');
    const problem = problemWith({ ...env, [name]: `${database}?pool_mode=statement` });
    expect(problem).toBe(`${name} must have session or transaction as its pool_mode, not "statement"`);
  });

  it('have no replica of the embedded database', () => {
    expect(problemWith({ DATABASE_REPLICA_URL: database })).toContain('DATABASE_REPLICA_URL needs DATABASE_URL');
  });
});
