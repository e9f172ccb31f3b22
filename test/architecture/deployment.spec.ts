import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { loadAll } from 'js-yaml';
import { PayloadTooLarge, titleOf, Unavailable } from '../../src/kernel/problems';
import { readConfiguration } from '../../src/platform/config/configuration';
import type { Json } from '../support/client';

const FOLDER = resolve('deploy/kubernetes');
const load = createRequire(__filename);

/** Kubernetes' own schema of a kind, compiled: it knows names, types and what is required. */
function validate(manifest: Json): void {
  const model = load(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)[manifest.kind];
  new model(manifest).validate();
}

const manifests: { file: string; manifest: Json }[] = readdirSync(FOLDER)
  .sort()
  .flatMap((file) => loadAll(readFileSync(join(FOLDER, file), 'utf8')).map((manifest) => ({ file, manifest })));
const named = (kind: string): Json => manifests.find(({ manifest }) => manifest.kind === kind)!.manifest;
const compose: Json = loadAll(readFileSync(resolve('docker-compose.yml'), 'utf8'))[0];
const nginx = readFileSync(resolve('deploy/nginx.conf'), 'utf8');
/** The variables that .env.example explains. */
const known = [...readFileSync(resolve('.env.example'), 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);

describe('the Kubernetes manifests', () => {
  it.each(manifests.map(({ file, manifest }) => [file, manifest]))(
    'in %s are what Kubernetes knows',
    (_file, manifest) => validate(manifest),
  );

  it('are found out when they are not', () => {
    expect(() => validate({ ...named('Deployment'), spec: {} })).toThrow();
    const [deployment] = loadAll(JSON.stringify(named('Deployment'))) as Json[];
    deployment.spec.template.spec.containers[0].ports[0].containerPort = 'three thousand';
    expect(() => validate(deployment)).toThrow();
  });

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
});
