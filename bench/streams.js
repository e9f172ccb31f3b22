'use strict';
/** Event streams of one process: the memory that one takes, and how soon all of them have a message. */
const { fork } = require('node:child_process');
const { once } = require('node:events');
const { join } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { Client } = require('pg');
const { later } = require('./cleanup');
const { say } = require('./console');
const { median } = require('./load');
const { makeApiKey, post, signUp } = require('./planner');
const { startServer } = require('./processes');
const { startProduct } = require('./servers');
const settings = require('./settings');
const { residentMiB } = require('./start-up');

const STREAMS = settings.streams;
/** Opened first, so that memory that the process allocates only once is there before it is measured. */
const WARM_UP_STREAMS = 500;
const WARM_UP_ROUNDS = 10;
const SETTLE_MS = 3_000;
const MESSAGES = 10;
const TIMEOUT_MS = 60_000;
/** As many as an organization may have open in one process. */
const PER_READER = 100;
const HEAP_FLAGS = ['--max-semi-space-size=64'];

/**
 * @typedef {object} StreamResults
 * @property {number} streams
 * @property {Measured} bare
 * @property {Measured} product
 * @property {number} ratio median of the rounds' ratios
 *
 * @typedef {{ kibPerStream: number, medianMs: number, times: number[] }} Measured
 *
 * @typedef {object} Subject
 * @property {string} name
 * @property {import('./processes').Running} server
 * @property {Record<string, string>[]} readers headers of those that read, each of at most {@link PER_READER} streams
 * @property {string} path
 * @property {(text: string) => Promise<void>} publish
 */

/**
 * @param {{ url: string, role: string | null }} database migrated
 * @param {string} folder
 * @returns {Promise<StreamResults>}
 */
async function measureStreams(database, folder) {
  const bare = await measure(await bareSubject(folder));
  const product = await measure(await productSubject(database, folder));
  const ratio = median(product.times.map((ms, round) => ms / bare.times[round]));
  return { streams: STREAMS, bare, product, ratio };
}

/** @returns {Promise<Subject>} */
async function bareSubject(folder) {
  const server = await startServer('streams', folder, [...HEAP_FLAGS, join(__dirname, 'limits/streams.js')], {});
  const publish = (text) => post(server.origin, {}, { title: text, body: 'x'.repeat(200) });
  return { name: 'bare', server, readers: [{}], path: '/', publish };
}

/** @returns {Promise<Subject>} */
async function productSubject(database, folder) {
  const server = await startProduct(database, folder);
  const { origin } = server;
  const planner = await signUp(origin, 'streams');
  const { cookie } = planner;
  const client = new Client({ connectionString: database.url, options: '-c app.unscoped=bench' });
  await client.connect();
  await client.query('UPDATE users SET super_admin = true WHERE id = $1', [planner.userId]);
  await client.end();
  const readers = [];
  for (let opened = 0; opened < STREAMS; opened += PER_READER) {
    const key = await makeApiKey(origin, await signUp(origin, `streams${opened}`));
    readers.push({ Authorization: `Bearer ${key}` });
  }
  const publish = (text) => post(`${origin}/api/announcements`, { cookie }, { title: text, body: 'x'.repeat(200) });
  return {
    name: 'product',
    server,
    readers,
    path: '/api/announcements/stream',
    publish,
  };
}

/**
 * @param {Subject} subject
 * @returns {Promise<Measured>}
 */
async function measure({ name, server, readers: headers, path, publish }) {
  const readers = new Readers(server.origin, path, headers);
  try {
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      if (round > 0) await readers.close();
      await readers.open(WARM_UP_STREAMS);
      await readers.reach(publish, `warm-up ${round}`);
    }
    await sleep(SETTLE_MS);
    const before = await residentMiB(server.pid);
    await readers.open(STREAMS - WARM_UP_STREAMS);
    await sleep(SETTLE_MS);
    const after = await residentMiB(server.pid);
    const kibPerStream = ((after - before) * 1024) / (STREAMS - WARM_UP_STREAMS);
    const times = [];
    for (let message = 0; message < MESSAGES; message++) {
      times.push(await readers.reach(publish, `message ${message}.`));
      await sleep(200);
    }
    const medianMs = median(times);
    say(`  ${name}: ${kibPerStream.toFixed(1)} KiB a stream, all reached in ${medianMs.toFixed(0)} ms`);
    return { kibPerStream, medianMs, times };
  } finally {
    readers.end();
    await server.stop();
  }
}

/** Reads the streams in a process of its own, so that reading does not wait for this one. */
class Readers {
  constructor(origin, path, headers) {
    this.port = Number(new URL(origin).port);
    this.heads = headers.map((fields) => {
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n${lines.join('')}\r\n`;
    });
    this.opened = 0;
    this.child = fork(join(__dirname, 'limits/stream-readers.js'));
    later(() => this.end());
  }

  async open(count) {
    for (const end = this.opened + count; this.opened < end; this.opened += PER_READER) {
      const head = this.heads[(this.opened / PER_READER) % this.heads.length];
      await this.send({ open: Math.min(PER_READER, end - this.opened), port: this.port, head }, 'open');
    }
  }

  async close() {
    await this.send({ close: true }, 'closed');
    this.opened = 0;
  }

  /** Milliseconds from the request that publishes a message until all streams have it. */
  async reach(publish, text) {
    await this.send({ expect: text }, 'expecting');
    const all = this.reply('all');
    const startedAt = performance.now();
    await publish(text);
    await all;
    return performance.now() - startedAt;
  }

  async send(message, expected) {
    const replied = this.reply(expected);
    this.child.send(message);
    await replied;
  }

  async reply(expected) {
    const [said] = await once(this.child, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (said !== expected) throw new Error(`The readers said ${said} instead of ${expected}.`);
  }

  end() {
    this.child.kill();
  }
}

module.exports = { measureStreams };
