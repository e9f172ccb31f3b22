import { Module } from '@nestjs/common';
import { EventsModule } from '../../planning/events';
import { GuestsModule } from '../../planning/guests';
import { Ends } from '../../../platform/revocation/ends.decorator';
import type { Enders } from '../../../platform/revocation/revocations';
import { OrganizationsModule } from '../../people/organizations';
import { ToursModule } from '../../planning/tours';
import { DeliveryClaims } from './delivery-claims.repository';
import { DeliveryExport } from './delivery-export';
import { DeliveryErasure } from './delivery-erasure';
import { DeliveryFanOut } from './delivery-fan-out';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryResults } from './delivery-results';
import { DeliveryRetention } from './delivery-retention';
import { DeliverySender } from './delivery-sender';
import { DeliveryWorker } from './delivery-worker';
import { MembersModule } from '../../people/members';
import { FailingEndpoints } from './failing-endpoints';
import { RecoveriesService } from './recoveries.service';
import { RecoveryWorker } from './recovery-worker';
import { SignedRequests } from './signed-requests';
import { TestInboxController } from './test-inbox.controller';
import { TestInboxService } from './test-inbox.service';
import { WebhookHealthRepository } from './webhook-health.repository';
import { WebhookInboxesRepository } from './webhook-inboxes.repository';
import { WebhookRecoveriesRepository } from './webhook-recoveries.repository';
import { EndpointChecks } from './endpoint-checks';
import { AllDeliveriesController, WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookTests } from './webhook-tests.service';
import { Redeliveries } from './redeliveries.service';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksController } from './webhooks.controller';
import { WebhookRecorder } from './webhook.recorder';
import { WebhooksReference } from './webhooks.reference';
import { WebhooksRepository } from './webhooks.repository';
import { WebhookChange } from './webhook-change.service';
import { WebhookCreation } from './webhook-creation.service';
import { WebhooksService } from './webhooks.service';

/** Endpoints of the organizations, which get events as signed HTTP requests. */
@Module({
  imports: [OrganizationsModule, MembersModule, ToursModule, EventsModule, GuestsModule],
  // Those with fixed paths first: `:id` would take theirs.
  controllers: [TestInboxController, AllDeliveriesController, WebhooksController, WebhookDeliveriesController],
  providers: [
    WebhooksService,
    WebhookCreation,
    WebhookChange,
    EndpointChecks,
    WebhookHealthRepository,
    FailingEndpoints,
    TestInboxService,
    WebhookInboxesRepository,
    RecoveriesService,
    RecoveryWorker,
    WebhookRecoveriesRepository,
    WebhooksRepository,
    WebhookRecorder,
    WebhookSecrets,
    WebhooksReference,
    WebhookDeliveriesService,
    WebhookTests,
    Redeliveries,
    WebhookDeliveriesRepository,
    DeliveryFanOut,
    DeliveryWorker,
    DeliveryClaims,
    DeliverySender,
    SignedRequests,
    DeliveryResults,
    DeliveryMetrics,
    DeliveryRetention,
    DeliveryErasure,
    DeliveryExport,
  ],
  exports: [DeliveryErasure, DeliveryExport],
})
export class WebhooksModule {
  @Ends('webhooks') readonly ends: Enders = { ofOrganization: () => this.webhooks.disableAll() };

  constructor(private readonly webhooks: WebhooksService) {}
}
