import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useText } from '../../shared/language';
import { useSending } from '../../shared/use-sending';
import { useDraftKey } from '../session';
import { waitingCheckIns } from './waiting-check-ins';

/** Check-ins that wait for a connection, and those that the service has refused. */
export function WaitingCheckIns() {
  const { eventGuests: text } = useText();
  const owner = useDraftKey('check-ins');
  const { items, send } = useSending(waitingCheckIns, owner);
  const { online } = useNetwork();
  const refused = items.filter(({ problem }) => problem !== null);
  // One that is on its way is no news.
  const waiting = items.filter(({ problem, isDelayed }) => problem === null && (isDelayed === true || !online));
  if (refused.length + waiting.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      mb="md"
      className="no-print"
      title={waiting.length > 0 ? text.waitingCheckIns(waiting.length) : text.refusedCheckIns(refused.length)}
    >
      {refused.length === 0 ? null : (
        <List size="sm" listStyleType="none" spacing={4}>
          {refused.map(({ key, name, problem }) => (
            <List.Item key={key}>
              <Group gap="xs">
                <Text size="sm">
                  {name}: {problem}
                </Text>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={text.discardCheckIn(name)}
                  onClick={() => waitingCheckIns.forget(owner, key)}
                >
                  {text.discard}
                </Button>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      {waiting.length === 0 ? null : (
        <Button size="xs" variant="default" onClick={send}>
          {text.sendNow}
        </Button>
      )}
    </Alert>
  );
}
