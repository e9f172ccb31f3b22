export { guests } from './guest';
