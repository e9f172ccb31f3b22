import { Link } from '@tanstack/react-router';
import type { GetOverviewResponse } from '@tour-events/client';
import { Card } from '../../shared/card';
import { useText } from '../../shared/language';
import { useMessageTitle } from '../../shared/message-title';
import { clockText, instantWithZone } from '../../shared/time';
import { useSession } from '../session';

type Messages = GetOverviewResponse['messagesToday'];
type Message = Messages['data'][number];

/** What goes out automatically until midnight: when, about which event, and to how many. */
export function GoesOutToday({ messages: { count, data } }: { readonly messages: Messages }) {
  const { home } = useText();
  if (count === 0) return null;
  return (
    <Card title={home.goesOut} more={<span className="card-note">{count}</span>}>
      <ul className="outgoing">
        {data.map((message) => (
          <Line key={`${message.notificationId} ${message.ruleId} ${message.event?.id}`} message={message} />
        ))}
      </ul>
      {count > data.length ? <p className="outgoing-more">{home.andMore(count - data.length)}</p> : null}
    </Card>
  );
}

function Line({ message }: { readonly message: Message }) {
  const { home, today } = useText();
  const { organization } = useSession();
  const titleOf = useMessageTitle();
  const { at, name, channel, event, recipients, ruleId } = message;
  const zone = organization.timezone;
  const clock = clockText(at, zone);
  const clockThere = event === null ? clock : clockText(at, event.timezone);
  const isEmail = channel === 'email';
  const title = titleOf({ sentSubject: isEmail ? name : null, template: isEmail ? null : name });
  return (
    <li>
      <time dateTime={at} title={instantWithZone(at, zone)}>
        {clock}
      </time>
      <p>
        <Link {...addressOf(message)} dir="auto">
          {ruleId === null ? title : name}
        </Link>
        <small>
          {event === null ? null : <span dir="auto">{event.name}</span>}
          {clockThere === clock ? null : <span>{today.there(clockThere)}</span>}
        </small>
      </p>
      <span className="figures">{home.toPeople(recipients)}</span>
    </li>
  );
}

/** Where it can be read, changed and taken back: among the messages of its event. */
function addressOf({ event, notificationId }: Message) {
  const to = event === null ? '/settings/messages' : `/events/${event.id}`;
  if (notificationId === null) return { to, search: { tab: 'messages', view: 'rules' } };
  if (event === null) return { to: `${to}/${notificationId}` };
  return { to, search: { tab: 'messages', message: notificationId } };
}
