export { factorsQuery } from './factors-query';
export { changeSession, followSessionChanges, isLeavingSession, resetTab as startAnew } from './session-channel';
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
