import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { letterButtons } from '../../locales/message-templates';
import { organizationLocaleQuery } from './notifications-queries';

/** A paragraph that is nothing but the guest's own link: that to answer, or that of the pass. */
const LONE_LINK = /^https?:\/\/\S+\/(?:api\/rsvp\/[^\s/]+|rsvp\/[^\s/]+(\/pass))$/;

/** The text of a letter as its reader sees it: where the guest's link stands alone, it is buttons. */
export function LetterBody({ body }: { readonly body: string }) {
  const locale = useQuery(organizationLocaleQuery).data;
  const { answers, pass } = letterButtons(locale ?? 'en');
  // As the service does it: a line of blanks is an empty one.
  const paragraphs = body.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/);
  return paragraphs.map((paragraph, index) => {
    const link = LONE_LINK.exec(paragraph.trim());
    return link === null ? (
      <Text key={index} className="prose">
        {paragraph}
      </Text>
    ) : (
      <Group key={index} gap="xs">
        {(link[1] === undefined ? answers : [pass]).map((label, position) => (
          // A picture of a button: it leads nowhere.
          <Button key={label} component="span" tabIndex={-1} variant={position === 0 ? 'filled' : 'default'}>
            {label}
          </Button>
        ))}
      </Group>
    );
  });
}
