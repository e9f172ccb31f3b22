import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { OWN_TIME_ZONE } from '../../shared/time';
import { factorsQuery } from '../session';
import { refreshSession, removeTotp, renewRecoveryCodes } from './factor-queries';
import { Passkeys } from './passkeys';
import { Providers } from './providers';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { SetUpApp } from './set-up-app';

/** One's own second factors. */
export function SecondFactors() {
  const { account: text } = useText();
  const { totp, recoveryCodesLeft, passkeys, providers } = useSuspenseQuery(factorsQuery).data;
  const [isSettingUp, setSettingUp] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renewal = useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const hasFactor = totp !== null || passkeys.length > 0;
  return (
    <Stack gap="sm" maw={640}>
      <Text size="sm">{text.factorsText}</Text>
      <Row
        name={text.app}
        state={
          totp === null ? null : (
            <>
              {text.appSince} <Instant at={totp.enabledAt} zone={OWN_TIME_ZONE} />
            </>
          )
        }
      >
        {totp === null ? (
          <Button size="compact-sm" variant="default" onClick={() => setSettingUp(true)}>
            {text.setUp}
          </Button>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setRemoving(true)}>
            {text.remove}
          </Button>
        )}
      </Row>
      {hasFactor ? (
        <Row name={text.codes} state={text.codesLeft(recoveryCodesLeft)}>
          <Button size="compact-sm" variant="default" loading={renewal.isPending} onClick={() => renewal.mutate()}>
            {text.newCodes}
          </Button>
        </Row>
      ) : null}
      {renewal.error === null ? null : <ProblemAlert error={renewal.error} />}
      <Passkeys passkeys={passkeys} />
      {providers.length > 0 ? <Providers providers={providers} /> : null}
      {isSettingUp ? (
        <SetUpApp
          onDone={(recoveryCodes) => {
            setSettingUp(false);
            setCodes(recoveryCodes);
          }}
          onClose={() => setSettingUp(false)}
        />
      ) : null}
      {isRemoving ? (
        <ConfirmDialog
          title={text.removeApp}
          action={text.remove}
          run={removeTotp}
          onDone={() => setRemoving(false)}
          onCancel={() => setRemoving(false)}
        >
          {text.removeAppText}
        </ConfirmDialog>
      ) : null}
      {codes === null ? null : (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            refreshSession();
          }}
        />
      )}
    </Stack>
  );
}

function Row({
  name,
  state,
  children,
}: {
  readonly name: string;
  readonly state: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {state === null ? null : (
          <Text size="sm" c="dimmed">
            {state}
          </Text>
        )}
      </div>
      {children}
    </Group>
  );
}
