export { factorsQuery } from './factors-query';
export { changeSession, followSessionChanges, isLeavingSession, resetTab } from './session-channel';
export {
  isAdmin,
  isSurelySignedOut,
  sessionQuery,
  useDraftKey,
  useIsAdmin,
  useMay,
  useSession,
  type Permission,
  type Session,
} from './session-queries';
