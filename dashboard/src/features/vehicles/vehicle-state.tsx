import type { VehicleStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

const TONES: Readonly<Record<VehicleStatus, Tone>> = { active: 'good', maintenance: 'waiting', retired: 'neutral' };

export function VehicleState({ status }: { readonly status: VehicleStatus }) {
  const { vehicles } = useText();
  return <Status tone={TONES[status]}>{vehicles.statuses[status]}</Status>;
}
