import { Alert, CopyButton, Group, Text } from '@mantine/core';
import { useText } from './language';
import { problemText, requestIdOf } from './problems';
import { TextButton } from './text-button';

interface Props {
  readonly error: unknown;
  readonly title?: string;
}

/** Says what happened, with the request id to copy. */
export function ProblemAlert({ error, title }: Props) {
  const { problems } = useText();
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" role="alert" {...(title !== undefined && { title })}>
      <Text size="sm">{problemText(error, problems)}</Text>
      {requestId === null ? null : (
        <Group gap="xs" mt={4}>
          <Text size="xs" c="dimmed" ff="monospace">
            {problems.requestId(requestId)}
          </Text>
          <CopyButton value={requestId}>
            {({ copied, copy }) => (
              <TextButton size="xs" onClick={copy}>
                {copied ? problems.copied : problems.copy}
              </TextButton>
            )}
          </CopyButton>
        </Group>
      )}
    </Alert>
  );
}
