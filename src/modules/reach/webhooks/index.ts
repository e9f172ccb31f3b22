export { WebhooksModule } from './webhooks.module';
export { DeliveryErasure } from './delivery-erasure';
export { DeliveryExport } from './delivery-export';
