'use strict';
/**
 * What `npm run dev` runs: the service, built again and started again when its sources change, and beside it Vite, which
 * shows a change of the dashboard's sources in the open page at once. Open the address that Vite prints; requests to the
 * API pass through it to the service. Ctrl+C ends both.
 */
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { PARTS } = require('./build.js');

const ROOT = path.resolve(__dirname, '..');
const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js');
const WATCHED = PARTS.service.sources;
/** Editors write a file in several steps, and a checkout writes many files. */
const QUIET_MS = 300;
const HOST = '127.0.0.1';
const PORT = process.env.PORT || '3000';
const DASHBOARD_PORT = process.env.DASHBOARD_PORT || '5173';

let service = null;
let stopping = false;
let changed = null;

function startService() {
  console.log('dev: starting the service');
  // Vite serves the dashboard; links in e-mails lead to the address at which the developer uses it.
  const env = { BASE_URL: `http://${HOST}:${DASHBOARD_PORT}`, ...process.env, HOST, PORT, DASHBOARD: 'off' };
  service = spawn(process.execPath, [path.join(__dirname, 'start.js')], { cwd: ROOT, stdio: 'inherit', env });
  service.once('exit', (code) => {
    service = null;
    if (stopping) return;
    if (changed === 'restart') startService();
    else console.log(`dev: the service has ended (${code}); it starts again when a source changes`);
    changed = null;
  });
}

function restartService() {
  if (stopping) return;
  if (service === null) return startService();
  changed = 'restart';
  service.kill('SIGTERM');
}

function watchSources() {
  let quiet = null;
  for (const name of WATCHED) {
    fs.watch(path.join(ROOT, name), { recursive: true }, (_event, file) => {
      if (file?.endsWith('.spec.ts')) return;
      clearTimeout(quiet);
      quiet = setTimeout(restartService, QUIET_MS);
    });
  }
}

function startVite() {
  const env = {
    ...process.env,
    SERVICE_URL: `http://${HOST}:${PORT}`,
    DASHBOARD_PORT,
    VITE_LOG_LEVEL: 'info',
  };
  const vite = spawn(process.execPath, [VITE], { cwd: path.join(ROOT, 'dashboard'), stdio: 'inherit', env });
  vite.once('exit', (code) => {
    if (!stopping) stop(code ?? 1);
  });
  return vite;
}

/** Ends what runs, and then this process. Ctrl+C reaches both at once: signals that come twice do no harm. */
function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  service?.kill('SIGTERM');
  vite.kill('SIGTERM');
  setImmediate(() => {
    // The watchers would keep the process running; the service has until then to stop its database.
    const leave = () => process.exit(code);
    if (service === null) leave();
    else service.once('exit', leave);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));
const vite = startVite();
startService();
watchSources();
