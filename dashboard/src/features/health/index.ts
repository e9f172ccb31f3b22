export { PlatformState } from './platform-state';
