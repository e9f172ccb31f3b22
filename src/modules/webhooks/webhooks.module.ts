import { Module, type OnModuleInit } from '@nestjs/common';
import { ClaimedOrganizationHooks, OrganizationsModule } from '../organizations';
import { DeliveryClaims } from './delivery-claims.repository';
import { DeliveryFanOut } from './delivery-fan-out';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryResults } from './delivery-results';
import { DeliveryRetention } from './delivery-retention';
import { DeliverySender } from './delivery-sender';
import { DeliveryWorker } from './delivery-worker';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksReference } from './webhooks.reference';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

/** Endpoints of the organizations, which get events as signed HTTP requests. */
@Module({
  imports: [OrganizationsModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookRecorder,
    WebhookSecrets,
    WebhooksReference,
    WebhookDeliveriesService,
    WebhookDeliveriesRepository,
    DeliveryFanOut,
    DeliveryWorker,
    DeliveryClaims,
    DeliverySender,
    DeliveryResults,
    DeliveryMetrics,
    DeliveryRetention,
  ],
})
export class WebhooksModule implements OnModuleInit {
  constructor(
    private readonly claims: ClaimedOrganizationHooks,
    private readonly webhooks: WebhooksService,
  ) {}

  onModuleInit(): void {
    this.claims.register(async ({ shut }) => {
      shut.webhooks += await this.webhooks.disableAll();
    });
  }
}
