import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageTemplates, type TemplateName } from '../../locales/message-templates';
import type { MessageValues } from './message-values';
import { organizationLocaleQuery } from './notifications-queries';

/** Whom each letter is for. */
const RSVPS = { invitation: 'all', reminder: 'pending', thanks: 'accepted' } as const;
const NAMES = Object.keys(RSVPS) as TemplateName[];

/** Letters to begin with, in the organization's language. They replace nothing that somebody typed. */
export function useTemplates(form: UseFormReturnType<MessageValues>, first: TemplateName | null) {
  const locale = useQuery(organizationLocaleQuery).data;
  const letters = locale === undefined ? null : messageTemplates(locale);
  const begin = (name: TemplateName) => {
    if (letters !== null) form.setValues({ ...letters[name], rsvp: RSVPS[name] });
  };
  const { subject, body } = form.getValues();
  const isTyped = (subject !== '' || body !== '') && !NAMES.some((name) => letters?.[name].body === body);
  const begun = useRef(false);
  useEffect(() => {
    if (first === null || letters === null || begun.current) return;
    begun.current = true;
    if (!isTyped) begin(first);
  });
  return { templates: NAMES, canBegin: letters !== null && !isTyped, begin };
}
