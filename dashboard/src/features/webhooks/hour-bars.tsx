import './hour-bars.css';
import { Box, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEveryText } from '../../shared/language';
import { numberText } from '../../shared/money';
import { instantText } from '../../shared/time';
import { useSession } from '../session';
import { hoursQuery } from './webhooks-queries';

/** The height of the bar of the fullest hour, in pixels. */
const HEIGHT = 40;

/** The last 24 hours of an endpoint, a bar for each: what arrived, and above it the attempts that failed. */
export function HourBars({ webhookId }: { readonly webhookId: string }) {
  const { webhooks: text } = useEveryText();
  const { organization } = useSession();
  const hours = useQuery(hoursQuery(webhookId)).data ?? [];
  const most = Math.max(1, ...hours.map(({ delivered, failed, retried }) => delivered + failed + retried));
  const height = (count: number) => (count === 0 ? 0 : Math.max(3, Math.round((count * HEIGHT) / most)));
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {text.last24Hours}
      </Text>
      <ul className="hour-bars" aria-label={text.last24Hours}>
        {hours.map(({ hour, delivered, failed, retried }) => {
          const [good, gone, again] = [delivered, failed, retried].map(numberText) as [string, string, string];
          const label = text.hour(instantText(hour, organization.timezone), good, gone, again);
          return (
            <li key={hour}>
              <VisuallyHidden>{label}</VisuallyHidden>
              <div className="hour-bar" title={label} aria-hidden>
                <Box className="hour-bad" h={height(failed + retried)} />
                <Box className="hour-good" h={height(delivered)} />
              </div>
            </li>
          );
        })}
      </ul>
      <Text size="xs" c="dimmed">
        {text.barsText}
      </Text>
    </Stack>
  );
}
