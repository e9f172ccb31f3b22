export { EventPreview } from './event-preview';
