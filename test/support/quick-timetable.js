'use strict';
/**
 * Loaded into the product by a test (node --require): what it does at an interval, such as looking for due jobs, it does
 * without the pauses. When something is due is still said by the database.
 */
const PAUSE_MS = 1_000;
const { setInterval } = globalThis;

globalThis.setInterval = (work, ms, ...args) => setInterval(work, Math.min(ms, PAUSE_MS), ...args);
