import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadAll } from 'js-yaml';
import { PayloadTooLarge, Unavailable } from '../../src/kernel/problems';
import { titleOf } from '../../src/kernel/reason-phrases';
import { serversOf } from '../../src/kernel/server-list';
import { readConfiguration } from '../../src/platform/config/configuration';
import { guides } from '../../src/platform/openapi/guides';
import type { Json } from '../support/client';

const FOLDER = resolve('deploy/kubernetes');

function manifestsIn(folder: string): Json[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => loadAll(readFileSync(join(folder, file), 'utf8')));
}

const manifests = manifestsIn(FOLDER);
const named = (kind: string): Json => manifests.find((manifest) => manifest.kind === kind)!;
const compose: Json = loadAll(readFileSync(resolve('docker-compose.yml'), 'utf8'))[0];
const nginx = readFileSync(resolve('deploy/nginx.conf'), 'utf8');
/** The variables that .env.example explains. */
const known = [...readFileSync(resolve('.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);

// That they are what Kubernetes and CloudNativePG know is checked by `npm run lint:manifests`.
describe('the Kubernetes manifests', () => {
  it.each(['Deployment', 'Job'])('run the %s as an ordinary user who can change nothing', (kind) => {
    const pod = named(kind).spec.template.spec;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  it('open no more connections than PostgreSQL takes by default', () => {
    const { maxSurge } = named('Deployment').spec.strategy.rollingUpdate;
    const ending = 1;
    const pods = named('HorizontalPodAutoscaler').spec.maxReplicas + maxSurge + ending;
    const [taken, reserved, others] = [100, 3, 9];
    expect(pods * Number(named('ConfigMap').data.DATABASE_POOL_SIZE) + others).toBeLessThanOrEqual(taken - reserved);
  });

  it('find the pods that the deployment makes', () => {
    const { labels } = named('Deployment').spec.template.metadata;
    for (const selector of [
      named('Deployment').spec.selector.matchLabels,
      named('PodDisruptionBudget').spec.selector.matchLabels,
      named('Service').spec.selector,
    ])
      expect(labels).toMatchObject(selector);
    expect(named('Job').spec.template.metadata.labels).not.toMatchObject(named('Service').spec.selector);
    expect(named('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(named('Deployment').metadata.name);
  });

  it('set only variables that the service reads, to values that it takes', () => {
    const env = { ...named('ConfigMap').data, ...named('Secret').stringData };
    expect(known).toEqual(expect.arrayContaining(Object.keys(env)));
    const key = Buffer.alloc(32).toString('base64');
    readConfiguration({ ...env, ENCRYPTION_KEY: key, NODE_ENV: 'production' });
  });
});

describe('the manifests for CloudNativePG', () => {
  const folder = join(FOLDER, 'cloudnative-pg');
  const own = manifestsIn(folder);
  const find = (kind: string, name?: string): Json =>
    own.find((manifest) => manifest.kind === kind && (name ?? manifest.metadata.name) === manifest.metadata.name)!;
  const { spec } = find('Cluster');
  const [plugin] = spec.plugins;

  it('keep what was acknowledged on two of three machines, and back all of it up', () => {
    expect(spec).toMatchObject({
      instances: 3,
      postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true } },
      affinity: { podAntiAffinityType: 'required' },
    });
    expect(plugin).toMatchObject({ isWALArchiver: true });
    expect(find('ObjectStore').metadata.name).toBe(plugin.parameters.barmanObjectName);
    expect(find('ScheduledBackup').spec).toMatchObject({
      cluster: { name: find('Cluster').metadata.name },
      pluginConfiguration: { name: plugin.name },
    });
    const { s3Credentials } = find('ObjectStore').spec.configuration;
    for (const { name, key } of Object.values<Json>(s3Credentials))
      expect(Object.keys(find('Secret', name).stringData)).toContain(key);
  });

  it('give the service URLs that it takes, with the login of the database, and the primary looked for', () => {
    const text = readFileSync(join(folder, 'secret.example.yaml'), 'utf8');
    const env = Object.fromEntries(
      [...text.matchAll(/^# {3}(DATABASE_\w+): (.*)$/gm)].map(([, name, url]) => [name, url]),
    );
    const key = Buffer.alloc(32).toString('base64');
    readConfiguration({ ...env, ENCRYPTION_KEY: key, NODE_ENV: 'production' });
    const { database, owner, secret } = spec.bootstrap.initdb;
    const { username, password } = find('Secret', secret.name).stringData;
    expect(username).toBe(owner);
    for (const url of [new URL(env['DATABASE_URL']!), new URL(env['DATABASE_REPLICA_URL']!)])
      expect([url.username, url.password, url.pathname]).toEqual([username, password, `/${database}`]);
    expect(serversOf(env['DATABASE_URL']!)).toEqual([{ host: `${find('Cluster').metadata.name}-rw`, port: 5432 }]);
  });
});

describe('docker-compose.yml', () => {
  const replicas = Object.entries<Json>(compose.services).filter(([name]) => name.startsWith('app-'));

  it('has replicas that nginx knows by name', () => {
    expect(replicas).toHaveLength(2);
    for (const [name] of replicas) expect(nginx).toContain(`server ${name}:3000 `);
  });

  it('sets only variables that the service reads, to values that it takes', () => {
    for (const [, { environment }] of replicas) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
      const env = Object.entries<string>(environment).map(([name, value]) => [
        name,
        value.replace(/^\$\{.*:-(.*)\}$/, '$1'),
      ]);
      readConfiguration(Object.fromEntries(env));
    }
  });
});

describe('deploy/nginx.conf', () => {
  const refusals = [...nginx.matchAll(/^ *return (\d+) '(.*)';$/gm)].map(([, status, body]) => [Number(status), body!]);

  it.each([new PayloadTooLarge(), new Unavailable()])('refuses as the service does ($code)', ({ status, code }) => {
    const body = refusals.filter(([refused]) => refused === status).map(([, text]) => JSON.parse(String(text)));
    const type = `$scheme://$host/api/docs/errors#${code}`;
    const requestId = '$id';
    expect(body).toEqual([{ type, title: titleOf(status), status, detail: expect.any(String), code, requestId }]);
  });

  it('says who the caller is, instead of passing on what they say of themselves', () => {
    const set = [...nginx.matchAll(/^ *proxy_set_header (X-Forwarded-\S+) (\S+);$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(set).toEqual([
      ['X-Forwarded-For', '$remote_addr'],
      ['X-Forwarded-Proto', '$scheme'],
      ['X-Forwarded-Host', '$http_host'],
    ]);
  });
});

describe('the image', () => {
  const dockerfile = readFileSync(resolve('Dockerfile'), 'utf8');
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));

  it('has what was built and what that needs, and neither sources, tests, settings nor history', () => {
    const copied = [...last.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    const built = ['/app/node_modules', '/app/dist', '/app/dashboard/dist', 'package.json'];
    const guidesBeside = copied.filter((name) => !built.includes(name));
    expect(copied).toEqual([...built, ...guidesBeside]);
    const isCopied = (path: string) => guidesBeside.some((name) => path === name || path.startsWith(`${name}/`));
    expect(guides().filter(({ path }) => !isCopied(path))).toEqual([]);
    expect(guidesBeside).toEqual(['docs/partners.md', 'docs/webhooks.md', 'packages/client/README.md', 'examples']);
    const sent = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '));
    expect(sent).not.toContain('.');
    const ignored = readFileSync(resolve('.dockerignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', '.data', 'test', '**/*.spec.ts']));
    // The last rule that fits a path counts.
    for (const { path } of guides().filter((guide) => guide.path.startsWith('docs/')))
      expect(ignored.lastIndexOf(`!${path}`)).toBeGreaterThan(ignored.indexOf('docs/*'));
  });

  it('runs for production, as an ordinary user, with packages of production alone', () => {
    expect(last).toMatch(/^ENV NODE_ENV=production /m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).not.toMatch(/--inspect/);
    expect(dockerfile).toContain('npm ci --omit=dev');
  });
});
