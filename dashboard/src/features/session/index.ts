export { announceSessionChange, followSessionChanges } from './session-channel';
export { sessionQuery, useDraftKey, useMay, useSession, type Permission, type Session } from './session-queries';
