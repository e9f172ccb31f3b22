import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useText } from './language';
import { Modal } from './modal';

/** What a feature says about its secret. */
export interface SecretTexts {
  readonly secretTitle: string;
  readonly secretOnce: string;
  readonly secretGone: string;
  readonly secretKept: string;
}

interface Props {
  readonly text: SecretTexts;
  /** Null when a request was repeated: it had been shown before. */
  readonly secret: string | null;
  /** Since when it signs, where that matters. */
  readonly note?: string | undefined;
  readonly onClose: () => void;
}

/** Shows a secret, once. A click beside it does not close it. */
export function SecretDialog({ text, secret, note, onClose }: Props) {
  const { common } = useText();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={text.secretTitle}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        {secret === null ? (
          <Alert color="yellow">{text.secretGone}</Alert>
        ) : (
          <>
            <Text size="sm">{text.secretOnce}</Text>
            <Code block className="wrapped-code">
              {secret}
            </Code>
          </>
        )}
        {note === undefined ? null : <Text size="sm">{note}</Text>}
        <Group justify="flex-end">
          {secret === null ? null : (
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? common.copied : common.copy}
                </Button>
              )}
            </CopyButton>
          )}
          <Button onClick={onClose}>{text.secretKept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
