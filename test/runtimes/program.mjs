/**
 * Calls a service that never responds, with a collection of garbage every few milliseconds, as in a program that runs for
 * long: time-outs, the caller's signal and the watchdog of streams must work all the same. Prints what did not hold.
 *
 * Arguments: the client's ES module.
 */
import { createServer } from 'node:http';

const { TourEvents, TimeoutError } = await import(process.argv[2]);
/** Only a hang takes so long. */
const HANG_MS = 30_000;

const collect = globalThis.gc ?? (() => globalThis.Bun?.gc(true));
const collecting = setInterval(collect, 10);
let connections = 0;
const service = createServer((request, response) => {
  connections++;
  if (!request.url.includes('/stream')) return;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write('retry: 1\nid: 0\n\n');
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${service.address().port}`;
const te = new TourEvents({ baseUrl, apiKey: 'te_key', timeoutMs: 300, maxRetries: 0 });

const failures = [];
/** @param calling gives null when all is well, or what is wrong */
async function check(what, calling) {
  const hang = new Promise((resolve) => setTimeout(resolve, HANG_MS, 'it hung'));
  const failure = await Promise.race([calling().catch((error) => `it threw ${error.stack}`), hang]);
  if (failure !== null) failures.push(`${what}: ${failure}`);
}

await check('a call without a response', () =>
  te.tours.list().then(
    () => 'it had a response',
    (error) => (error instanceof TimeoutError ? null : `it threw ${error.stack}`),
  ),
);

await check('a call whose caller aborts', () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('enough')), 300);
  return te.tours.list({}, { signal: abort.signal, timeoutMs: 2 * HANG_MS }).then(
    () => 'it had a response',
    (error) => (error.message === 'enough' ? null : `it threw ${error.stack}`),
  );
});

await check('a silent stream', async () => {
  connections = 0;
  const abort = new AbortController();
  const watching = setInterval(() => connections >= 3 && abort.abort(), 10);
  for await (const change of te.changes.follow({}, { idleTimeoutMs: 100, signal: abort.signal }))
    return `it brought ${JSON.stringify(change)}`;
  clearInterval(watching);
  return null;
});

clearInterval(collecting);
console.log(failures.join('\n'));
process.exit(failures.length === 0 ? 0 : 1);
