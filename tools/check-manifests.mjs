/**
 * Checks the manifests of deploy/kubernetes against the schemas of Kubernetes and CloudNativePG, which know names, types
 * and what is required. What else must hold of them is said in test/architecture/deployment.spec.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as cloudNative from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { loadAll } from 'js-yaml';

const FOLDER = join(import.meta.dirname, '../deploy/kubernetes');
/** The API of CloudNativePG. Its plugin's, which has the ObjectStore, comes without a schema. */
const CLOUD_NATIVE = 'postgresql.cnpg.io/v1';
const PLUGIN = 'barmancloud.cnpg.io/v1';
const load = createRequire(import.meta.url);

const manifestsIn = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => loadAll(readFileSync(join(folder, file), 'utf8')).map((manifest) => ({ file, manifest })));

/** What the schema of its kind has against a manifest; null where there is nothing. */
function complaint({ apiVersion, kind, ...rest }) {
  const models = apiVersion === CLOUD_NATIVE ? cloudNative : load(`kubernetes-models/${apiVersion}/${kind}`);
  try {
    new models[kind]({ apiVersion, kind, ...rest }).validate();
    return null;
  } catch (error) {
    return error.message;
  }
}

const plain = manifestsIn(FOLDER);
const operated = manifestsIn(join(FOLDER, 'cloudnative-pg'));
const find = (manifests, kind) => manifests.map(({ manifest }) => manifest).find((each) => each.kind === kind);
const cluster = find(operated, 'Cluster');
// The plugin's ObjectStore has the configuration that a Cluster could have itself.
const { configuration } = find(operated, 'ObjectStore').spec;
const backup = { ...cluster, spec: { ...cluster.spec, backup: { barmanObjectStore: configuration } } };

const right = [...plain, ...operated, { file: 'object store', manifest: backup }].filter(
  ({ manifest }) => manifest.apiVersion !== PLUGIN,
);
for (const { file, manifest } of right) {
  const why = complaint(manifest);
  console.log(`${file}, ${manifest.kind}: ${why ?? 'as its schema says'}`);
  if (why !== null) process.exitCode = 1;
}

// A schema that takes anything would find nothing.
const deployment = structuredClone(find(plain, 'Deployment'));
deployment.spec.template.spec.containers[0].ports[0].containerPort = 'three thousand';
const wrong = [
  deployment,
  { ...deployment, spec: {} },
  { ...cluster, spec: { ...cluster.spec, instances: 'three' } },
  { ...find(operated, 'ScheduledBackup'), spec: {} },
];
for (const manifest of wrong) {
  if (complaint(manifest) !== null) continue;
  console.error(`A ${manifest.kind} that is wrong is not found out.`);
  process.exitCode = 1;
}
