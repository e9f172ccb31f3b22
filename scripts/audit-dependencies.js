/**
 * Asks the registry for known vulnerabilities of all packages that a lock of the repository names, and fails for those of
 * what is installed in production that are high or critical. Of what is for development alone, which sees nothing but our
 * own files, it fails for critical ones: a package that was taken over is one. Where the registry has no answer, as behind
 * many mirrors, it says so and passes: nothing was checked.
 */
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');
const AUDITS = [
  { name: 'In production', folder: '.', options: ['--omit=dev'], count: 'prod', failing: ['high', 'critical'] },
  { name: 'For development', folder: '.', options: [], count: 'total', failing: ['critical'] },
  ...['tools', 'bench', 'test/clients', 'test/runtimes'].map((folder) => ({
    name: `In ${folder}`,
    folder,
    options: [],
    count: 'total',
    failing: ['critical'],
  })),
];

for (const { name, folder, options, count, failing } of AUDITS) {
  const report = reportOn(folder, options);
  if (report?.metadata?.vulnerabilities === undefined) {
    const reason = report?.message ?? report?.error?.summary ?? 'no response';
    console.log(`${name}: the registry has no answer about vulnerabilities (${reason}). Nothing was checked.`);
    continue;
  }
  const found = Object.values(report.vulnerabilities ?? {});
  for (const { name: vulnerable, severity, range } of found) console.log(`${severity}: ${vulnerable} ${range}`);
  console.log(
    `${name}: ${report.metadata.dependencies[count]} packages were checked; ${found.length} have known vulnerabilities.`,
  );
  if (found.some(({ severity }) => failing.includes(severity))) process.exitCode = 1;
}

function reportOn(folder, options) {
  // On Windows npm is a script, which only a shell runs.
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only', ...options], {
    cwd: path.join(ROOT, folder),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  return parsed(stdout);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
