export { ResourceForm } from './resource-form';
