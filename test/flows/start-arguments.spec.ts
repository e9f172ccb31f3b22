import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { version } from '../../package.json';

/** The script that `npm start` runs. The address of a database that does not exist would fail a start. */
function start(...args: string[]) {
  const env = { PATH: process.env['PATH'], DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/start.js'), ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the arguments of npm start', () => {
  it('shows how to use it, and starts nothing', () => {
    const { status, stdout, stderr } = start('--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm start/);
    expect(stdout).toContain('npm run migrate');
    expect(stdout).toContain('.env.example');
    expect(start('-h').stdout).toBe(stdout);
  });

  it('shows its version, and starts nothing', () => {
    expect(start('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    ['--port'],
    ['--help', '--port'],
    ['migrate', '--port'],
    ['migrate', '--distributed', '--port'],
    ['--port', '--port'],
  ])('ends with one line at an argument that it does not know: %s %s', (...args) => {
    expect(start(...args.filter((arg) => arg !== undefined))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Unknown argument: --port. "npm start -- --help" shows what there is.\n',
    });
  });

  it.each([
    [['migrate'], 'DATABASE_URL cannot be used'],
    [['migrate', '--distributed'], 'DATABASE_URL cannot be used'],
    [['migrate', '--distributed', '--dry-run'], 'DATABASE_URL cannot be distributed'],
    [['migrate', '--dry-run'], '--dry-run is for --distributed'],
  ])('passes on those of the migration: %j', (args, complaint) => {
    const { status, stderr } = start(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(complaint);
  });
});
