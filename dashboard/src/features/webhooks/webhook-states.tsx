import type { DeliveryStatus, WebhookStatus } from '@tour-events/client';
import { useEveryText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

const TONES: Readonly<Record<DeliveryStatus, Tone>> = { delivered: 'good', pending: 'waiting', failed: 'bad' };

export const DELIVERY_STATUSES = Object.keys(TONES) as DeliveryStatus[];
export const WEBHOOK_STATUSES: readonly WebhookStatus[] = ['enabled', 'disabled'];

export function DeliveryState({ status }: { readonly status: DeliveryStatus }) {
  const { webhooks } = useEveryText();
  return <Status tone={TONES[status]}>{webhooks.deliveryStatuses[status]}</Status>;
}

interface WebhookStateProps {
  readonly status: WebhookStatus;
  /** Whether nothing arrives. */
  readonly isFailing?: boolean;
}

export function WebhookState({ status, isFailing = false }: WebhookStateProps) {
  const { webhooks } = useEveryText();
  if (status === 'enabled' && isFailing) return <Status tone="bad">{webhooks.failing}</Status>;
  return <Status tone={status === 'enabled' ? 'good' : 'neutral'}>{webhooks.statuses[status]}</Status>;
}
