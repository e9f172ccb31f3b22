import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { UserCircleIcon } from '@heroicons/react/24/outline';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { announceSessionChange, useSession } from '../features/session';
import { te } from '../shared/api';
import { forgetDrafts } from '../shared/draft';
import { LANGUAGES, useLanguage, type Language } from '../shared/language';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** One's own menu: account, language, colours, signing out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const { language, choose, text } = useLanguage();
  const { shell } = text;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => te.auth.logOut(),
    onSettled: () => {
      forgetDrafts();
      announceSessionChange();
      location.assign('/sign-in');
    },
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={shell.account}>
          <UserCircleIcon width={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>{text.account.title}</Menu.Item>
        <Menu.Label>{shell.language}</Menu.Label>
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            role="menuitemradio"
            aria-checked={each === language}
            fw={each === language ? 600 : undefined}
            onClick={() => choose(each)}
          >
            {LANGUAGES[each].name}
          </Menu.Item>
        ))}
        <Menu.Label>{shell.colours}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            fw={scheme === colorScheme ? 600 : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {shell.schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
