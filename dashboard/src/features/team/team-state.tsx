import type { TeamStatus } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

const TONES: Readonly<Record<TeamStatus, Tone>> = { assigned: 'waiting', confirmed: 'good', declined: 'bad' };

export const TEAM_STATUSES = Object.keys(TONES) as TeamStatus[];

export function TeamState({ status }: { readonly status: TeamStatus }) {
  const { team } = useText();
  return <Status tone={TONES[status]}>{team.statuses[status]}</Status>;
}
