import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetDoorLists } from '../features/event-guests/door-list';
import { changeSession, useSession } from '../features/session';
import { api } from '../shared/api';
import { Avatar } from '../shared/avatar';
import { ConfirmDialog } from '../shared/confirm-dialog';
import { forgetDrafts } from '../shared/draft';
import { LANGUAGES, useLanguage, type Language } from '../shared/language';
import { countWaiting } from '../shared/waiting-queue';

const SCHEMES = ['light', 'dark', 'auto'] as const;
type Scheme = (typeof SCHEMES)[number];

/** One's own menu: account, language, colours, signing out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const { language, choose, text } = useLanguage();
  const { shell } = text;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () =>
      changeSession(
        () =>
          api.auth
            .logOut()
            .catch(() => undefined)
            .finally(() => {
              forgetDrafts();
              forgetDoorLists();
            }),
        '/sign-in',
      ),
  });
  const [isAsking, setAsking] = useState(false);
  if (isAsking)
    return (
      <ConfirmDialog
        title={shell.signOutTitle(countWaiting())}
        action={shell.signOut}
        run={signOut.mutateAsync}
        onDone={() => setAsking(false)}
        onCancel={() => setAsking(false)}
      >
        {shell.signOutText}
      </ConfirmDialog>
    );
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={shell.account}>
          <Avatar name={user.name} size={26} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" size="sm" truncate>
            {user.name}
          </Text>
          <Text component="span" display="block" size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{text.account.title}</Menu.Item>
        <Menu.Label>{shell.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(chosen) => choose(chosen as Language)}>
          {(Object.keys(LANGUAGES) as Language[]).map((each) => (
            <Menu.RadioItem key={each} value={each} lang={each}>
              {LANGUAGES[each].name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{shell.colours}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(chosen) => setColorScheme(chosen as Scheme)}>
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {shell.schemes[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => (countWaiting() > 0 ? setAsking(true) : signOut.mutate())}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
