import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetAccessLinkResponse, GetEventResponse } from '@tour-events/client';
import { api, readAs, type Versioned } from '../../shared/api';
import { DateInput } from '../../shared/date-input';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { instantAt, localTime } from '../../shared/time';
import { useDraftKey } from '../session';
import { doorLinkQuery, updateDoorLink } from './door-links-data';

interface Props {
  readonly id: string;
  readonly event: GetEventResponse;
  readonly onClose: () => void;
}

/** Changes what a link is called and until when it opens anything. */
export function EditDoorLink({ id, ...props }: Props) {
  const { data: link } = useQuery(doorLinkQuery(id));
  return link === undefined ? null : <EditForm link={link} {...props} />;
}

interface FormProps extends Omit<Props, 'id'> {
  readonly link: Versioned<GetAccessLinkResponse>;
}

function EditForm({ link: { record: link, etag }, event: { timezone }, onClose }: FormProps) {
  const { accessLinks: text } = useText();
  const linkValues = ({ name, expiresAt }: GetAccessLinkResponse) => ({
    name,
    expiresAt: localTime(expiresAt, timezone),
  });
  const form = useForm({ initialValues: linkValues(link) });
  return (
    <RecordForm<ReturnType<typeof linkValues>, GetAccessLinkResponse>
      title={text.edit}
      form={form}
      draftKey={useDraftKey(`door link ${link.id}`)}
      etag={etag}
      send={({ name, expiresAt }, { etag: ifMatch }) =>
        // A link that has expired can be renamed: only an end that is chosen must lie ahead.
        updateDoorLink(
          link.id,
          {
            name,
            ...(expiresAt !== linkValues(link).expiresAt && { expiresAt: instantAt(`${expiresAt}:00`, timezone) }),
          },
          ifMatch!,
        )
      }
      readTheirs={readAs(() => api.accessLinks.get(link.id), linkValues)}
      labels={text.fields}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput
        label={text.fields.name}
        description={text.nameHelp}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <DateInput
        kind="time"
        label={text.fields.expiresAt}
        description={text.endHelp(timezone)}
        required
        {...form.getInputProps('expiresAt')}
      />
    </RecordForm>
  );
}
