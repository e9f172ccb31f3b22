import type { AnnouncementLevel } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Status, type Tone } from '../../shared/status';

const TONES: Readonly<Record<AnnouncementLevel, Tone>> = { info: 'neutral', warning: 'waiting', critical: 'bad' };

export function AnnouncementState({ level }: { readonly level: AnnouncementLevel }) {
  const { announcements } = useText();
  return <Status tone={TONES[level]}>{announcements.levels[level]}</Status>;
}
