import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Text } from '@mantine/core';
import { useText } from '../../shared/language';
import { useMessageTitle } from '../../shared/message-title';
import { Page } from '../../shared/page';
import { TextLink } from '../../shared/text-link';
import { HistoryButton } from '../audit-logs';
import { useSession } from '../session';
import { MessageDetail } from './message-detail';
import { messageQuery } from './notifications-queries';

/** One message of the organization, whoever it went to. */
export function MessagePage() {
  const { messageId } = useParams({ from: '/app/settings/messages/$messageId' });
  const { messages: text } = useText();
  const { organization } = useSession();
  const navigate = useNavigate();
  const titleOf = useMessageTitle();
  const message = useSuspenseQuery(messageQuery(messageId)).data;
  const { eventId, eventName } = message;
  return (
    <Page title={titleOf(message)} actions={<HistoryButton type="notification" id={messageId} />}>
      <Text size="sm">
        <TextLink to="/settings/messages">← {text.back}</TextLink>
        {eventId === null || eventName === null ? null : (
          <>
            {' · '}
            <TextLink to="/events/$eventId" params={{ eventId }} search={{ tab: 'messages' }}>
              {eventName}
            </TextLink>
          </>
        )}
      </Text>
      <MessageDetail
        message={message}
        zone={organization.timezone}
        onGone={() => void navigate({ to: '/settings/messages' })}
      />
    </Page>
  );
}
