export { allPlansQuery } from './plans-queries';
