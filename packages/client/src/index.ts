/** The typed client of the Tour Events API. */
export { Connection, type Call, type CallOptions, type CallParts, type ConnectionOptions } from './connection.js';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  GoneError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServiceError,
  TimeoutError,
  TourEventsError,
  UnexpectedResponseError,
  ValidationError,
  type ProblemCode,
} from './errors.js';
export { etagOf } from './etags.js';
export type { StreamOptions } from './event-stream.js';
export { byCursor, byPage } from './lists.js';
export { randomKey } from './retrying-fetch.js';
export { followAnnouncements, followChanges, type AnnouncementMessage } from './streams.js';
export { TourEvents } from './tour-events.js';
export { VERSION } from './generated/version.gen.js';
export * from './generated/sdk.gen.js';
export type * from './generated/types.gen.js';
export type * from './generated/names.gen.js';
export type { AddedBy } from './added-guests.js';
export {
  constructEvent,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRejection,
} from './webhooks.js';
