export { DoorLinks } from './door-links';
