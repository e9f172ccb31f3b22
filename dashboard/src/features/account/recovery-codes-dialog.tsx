import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';

interface Props {
  /** Null when the request was repeated: they had been shown before. */
  readonly codes: readonly string[] | null;
  readonly onClose: () => void;
}

/** Shows recovery codes, once. A click beside them does not close it. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const { account: text, common } = useText();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={text.codes}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack>
        {codes === null ? (
          <Alert color="yellow">{text.codesGone}</Alert>
        ) : (
          <>
            <Text size="sm">{text.codesText}</Text>
            <Code block>{codes.join('\n')}</Code>
          </>
        )}
        <Group justify="flex-end">
          {codes === null ? null : (
            <CopyButton value={codes.join('\n')}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? common.copied : common.copy}
                </Button>
              )}
            </CopyButton>
          )}
          <Button onClick={onClose}>{text.codesKept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
