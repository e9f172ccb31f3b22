import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeftIcon } from '../../shared/icons';
import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { useMedia } from '../../shared/use-media';
import { DoorLinks } from '../access-links';
import { events } from '../events';
import { useMay } from '../session';
import { Door } from './door';

/** The door on a screen of its own: nothing but who comes, and the way back. */
export function CheckInPage() {
  const { eventId } = useParams({ from: '/app/events/$eventId/check-in' });
  const { eventGuests: text } = useText();
  const event = useSuspenseQuery(events.one(eventId)).data.record;
  const mayLink = useMay('accessLinks.manage');
  const isPhone = useMedia('(max-width: 48em)');
  return (
    <div className="door-screen">
      <Page
        title={event.name}
        icon={
          <Link className="door-back" to="/events/$eventId" params={{ eventId }} aria-label={text.backToEvent}>
            <ChevronLeftIcon width={22} />
          </Link>
        }
      >
        <Door event={event} />
        {/* Elsewhere they stand in the tab. */}
        {mayLink && isPhone ? <DoorLinks event={event} /> : null}
      </Page>
    </div>
  );
}
