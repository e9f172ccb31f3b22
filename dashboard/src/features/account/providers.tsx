import { Button, Group, Stack, Text } from '@mantine/core';
import type { GetSecondFactorsResponse } from '@tour-events/client';
import { useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { OWN_TIME_ZONE } from '../../shared/time';
import { disconnectProvider } from './factor-queries';

type Provider = GetSecondFactorsResponse['providers'][number];

/** The identity providers of organizations that sign the reader in. */
export function Providers({ providers }: { readonly providers: readonly Provider[] }) {
  const { account: text } = useText();
  const [ending, setEnding] = useState<Provider | null>(null);
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        {text.providers}
      </Text>
      {providers.map((provider) => (
        <Group key={provider.id} justify="space-between" gap="sm" wrap="nowrap">
          <div className="breaks-words">
            <Text size="sm">{provider.organization.name}</Text>
            <Text size="sm" c="dimmed">
              {text.connectedSince} <Instant at={provider.connectedAt} zone={OWN_TIME_ZONE} /> · {provider.issuer}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${text.disconnect}: ${provider.organization.name}`}
            onClick={() => setEnding(provider)}
          >
            {text.disconnect}
          </Button>
        </Group>
      ))}
      {ending === null ? null : (
        <ConfirmDialog
          title={text.disconnectProvider(ending.organization.name)}
          action={text.disconnect}
          run={() => disconnectProvider(ending.id)}
          onDone={() => setEnding(null)}
          onCancel={() => setEnding(null)}
        >
          {text.disconnectProviderText}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
