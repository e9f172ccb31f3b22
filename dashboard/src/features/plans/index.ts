export { allPlansQuery } from './plan';
