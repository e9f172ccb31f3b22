/** The typed client of the Tour Events API. */
export { Connection, type Call, type CallOptions, type CallParts, type ConnectionOptions } from './connection.js';
export * from './errors.js';
export { etagOf } from './etags.js';
export { follow, type StreamMessage } from './event-stream.js';
export { byCursor, byPage } from './lists.js';
export { randomKey } from './retrying-fetch.js';
export { TourEvents } from './tour-events.js';
export * from './generated/sdk.gen.js';
export type * from './generated/types.gen.js';
