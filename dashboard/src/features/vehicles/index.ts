export { vehicles } from './vehicle';
