import { Button, Group, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { randomKey } from '@tour-events/client';
import { useRef, useState } from 'react';
import { useEveryText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { instantWithZone } from '../../shared/time';
import { useSession } from '../session';
import { SecretDialog } from '../../shared/secret-dialog';
import { rotateSecret } from './webhooks-queries';

/** For how long the old secret can go on signing, in seconds. */
const WAITS = [3600, 86_400, 0] as const;

/** Gives an endpoint a new secret, at once or after a while, and shows it. */
export function RotateSecret({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { webhooks: text, common } = useEveryText();
  const { organization } = useSession();
  const [wait, setWait] = useState(String(WAITS[0]));
  const key = useRef(randomKey());
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => rotateSecret(id, Number(wait), key.current),
  });
  if (data !== undefined) {
    const from = instantWithZone(data.activeFrom, organization.timezone);
    return (
      <SecretDialog
        text={text}
        secret={data.secret}
        note={wait === '0' ? text.signsNow : text.signsFrom(from)}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal opened onClose={onClose} title={text.rotate} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Radio.Group label={text.rotateWhen} value={wait} onChange={setWait}>
          <Stack gap="xs" mt="xs">
            {WAITS.map((seconds) => (
              <Radio key={seconds} value={String(seconds)} label={text.waits[seconds]} />
            ))}
          </Stack>
        </Radio.Group>
        {error === null ? null : <ProblemAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {text.rotate}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
