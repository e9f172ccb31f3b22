import { Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useText } from '../../shared/language';

/** The frame of the screens before signing in. */
export function Entry({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { session } = useText();
  useEffect(() => {
    document.title = `${title} · Tour Events`;
  }, [title]);
  return (
    <Container component="main" size={440} py={{ base: 24, sm: 72 }}>
      <Text fw={600} c="dimmed" ta="center" mb="xs">
        {session.product}
      </Text>
      <Paper withBorder p="xl">
        <Stack>
          <Title order={1} size="h2">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
      {globalThis.isSecureContext ? null : (
        <Text size="sm" c="dimmed" mt="md">
          {session.insecure}
        </Text>
      )}
    </Container>
  );
}
