import { MultiSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, readAs } from '../../shared/api';
import { useText } from '../../shared/language';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { comersQuery, createParty, membersQuery, partyQuery, updateParty, type Party } from './parties-queries';

/** As many names as one looks through; the rest is found by typing. */
const SHOWN_GUESTS = 50;

interface NewProps {
  readonly eventId: string;
  readonly members: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes a group of guests who were selected. */
export function NewPartyForm({ eventId, members, onDone, onClose }: NewProps) {
  const { parties: text } = useText();
  const form = useForm({ initialValues: { name: '' } });
  return (
    <RecordForm
      title={text.new}
      form={form}
      draftKey={useDraftKey(`party ${eventId}`)}
      etag={null}
      send={({ name }, { idempotencyKey }) =>
        createParty(eventId, { name, eventGuestIds: members.map(({ id }) => id) }, idempotencyKey)
      }
      submitLabel={text.create}
      onDone={onDone}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} required data-autofocus {...form.getInputProps('name')} />
      <Text size="sm" c="dimmed">
        {members.map(({ name }) => name).join(', ')}
      </Text>
    </RecordForm>
  );
}

interface EditProps {
  readonly party: Party;
  readonly onClose: () => void;
}

interface Values extends Record<string, unknown> {
  readonly name: string;
  readonly eventGuestIds: string[];
}

const partyValues = ({ name, eventGuestIds }: Pick<Party, 'name' | 'eventGuestIds'>): Values => ({
  name,
  eventGuestIds,
});

/** The form opens on what is there now, so that its version is the one that is seen. */
export function EditPartyForm({ party, onClose }: EditProps) {
  const { data } = useQuery({ ...partyQuery(party.id), staleTime: 0 });
  return data === undefined ? null : <Form party={data.record} etag={data.etag} onClose={onClose} />;
}

function Form({ party, etag, onClose }: EditProps & { readonly etag: string }) {
  const { parties: text } = useText();
  const { id, eventId } = party;
  const { data: members = [] } = useQuery(membersQuery(eventId, id));
  const { data: comers = {} } = useQuery(comersQuery(eventId));
  const form = useForm<Values>({ initialValues: partyValues(party) });
  const names = new Map([
    ...Object.values(comers).map((comer) => [comer.eventGuestId, comer.name] as const),
    ...members.map((member) => [member.id, member.guest.name] as const),
  ]);
  return (
    <RecordForm<Values, unknown>
      title={text.edit}
      form={form}
      draftKey={useDraftKey(`party ${id}`)}
      etag={etag}
      send={(values, options) => updateParty(id, values, options.etag!)}
      readTheirs={readAs(() => api.parties.get(id), partyValues)}
      labels={text.fields}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput label={text.fields.name} required data-autofocus {...form.getInputProps('name')} />
      <MultiSelect
        label={text.fields.eventGuestIds}
        required
        searchable
        limit={SHOWN_GUESTS}
        data={[...names].map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('eventGuestIds')}
      />
    </RecordForm>
  );
}
