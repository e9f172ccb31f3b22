import { Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { GetEventResponse, GetTeamMemberResponse, TeamStatus } from '@tour-events/client';
import { DateInput } from '../../shared/date-input';
import { api, readAs, type Versioned } from '../../shared/api';
import { FieldRow } from '../../shared/field-row';
import { useText } from '../../shared/language';
import { typedPhone } from '../../shared/phone';
import { RecordForm } from '../../shared/record-form';
import { SearchSelect } from '../../shared/search-select';
import { instantAt, localTime } from '../../shared/time';
import { choices } from '../../shared/choices';
import { MEMBER_CHOICES } from '../members';
import { useDraftKey, useMay, useSession } from '../session';
import { addTeamMember, updateTeamMember } from './team-queries';
import { TEAM_STATUSES } from './team-state';

type TeamMember = GetTeamMemberResponse;

const EMPTY = {
  kind: 'contact' as 'user' | 'contact',
  userId: null as string | null,
  name: '',
  email: '',
  phone: '',
  role: '',
  callTime: '',
  status: 'assigned' as TeamStatus,
  notes: '',
};

type Values = typeof EMPTY;

const memberValues = (member: TeamMember, zone: string): Values => ({
  kind: member.userId === null ? 'contact' : 'user',
  userId: member.userId,
  name: member.name,
  email: member.email ?? '',
  phone: member.phone ?? '',
  role: member.role ?? '',
  callTime: localTime(member.callTime, zone),
  status: member.status,
  notes: member.notes ?? '',
});

const orNull = (text: string) => (text === '' ? null : text);

function fieldsOf({ role, callTime, status, notes }: Values, zone: string) {
  return {
    role: orNull(role),
    callTime: callTime === '' ? null : instantAt(`${callTime}:00`, zone),
    status,
    notes: orNull(notes),
  };
}

const contactOf = ({ name, email, phone }: Values, organizationZone: string) => ({
  name,
  email: orNull(email),
  phone: typedPhone(phone, organizationZone),
});

interface Props {
  readonly event: GetEventResponse;
  /** Null for somebody new. */
  readonly member: Versioned<TeamMember> | null;
  readonly onClose: () => void;
}

/** Somebody who works on an event: a member of the organization, or a contact from outside. */
export function TeamForm({ event, member, onClose }: Props) {
  const { team: text } = useText();
  const { organization } = useSession();
  const zone = event.timezone;
  const seesMembers = useMay('users.read');
  const isNew = member === null;
  const form = useForm<Values>({
    initialValues: isNew ? { ...EMPTY, kind: seesMembers ? 'user' : 'contact' } : memberValues(member.record, zone),
  });
  const { kind } = form.getValues();
  const input = (field: Exclude<keyof Values, 'kind'>) => ({
    label: text.fields[field],
    ...form.getInputProps(field),
  });
  const send = (values: Values, { etag, idempotencyKey }: { etag: string | null; idempotencyKey: string }) => {
    const fields = fieldsOf(values, zone);
    const contact = contactOf(values, organization.timezone);
    if (!isNew)
      return updateTeamMember(
        event.id,
        member.record.id,
        { ...fields, ...(values.kind === 'contact' && contact) },
        etag!,
      );
    const who = values.kind === 'user' ? { userId: values.userId ?? '' } : contact;
    return addTeamMember(event.id, { ...fields, ...who }, idempotencyKey);
  };
  return (
    <RecordForm<Values, TeamMember>
      title={isNew ? text.add : text.editTitle(member.record.name)}
      form={form}
      draftKey={useDraftKey(`team ${event.id} ${member?.record.id ?? 'new'}`)}
      etag={member?.etag ?? null}
      send={send}
      {...(!isNew && {
        readTheirs: readAs(
          () => api.events.team.get(event.id, member.record.id),
          (theirs) => memberValues(theirs, zone),
        ),
      })}
      labels={text.fields}
      submitLabel={isNew ? text.add : undefined}
      onDone={onClose}
      onClose={onClose}
    >
      {isNew && seesMembers ? (
        <Input.Wrapper label={text.who} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={text.who}
            data={(['user', 'contact'] as const).map((value) => ({ value, label: text.kinds[value] }))}
            {...form.getInputProps('kind')}
          />
        </Input.Wrapper>
      ) : null}
      {isNew && kind === 'user' ? <SearchSelect {...input('userId')} source={MEMBER_CHOICES} required /> : null}
      {kind === 'contact' ? (
        <>
          <TextInput {...input('name')} required />
          <FieldRow>
            <TextInput {...input('email')} type="email" autoComplete="off" />
            <TextInput {...input('phone')} type="tel" autoComplete="off" placeholder="+4366212345" />
          </FieldRow>
        </>
      ) : null}
      <FieldRow>
        <TextInput {...input('role')} />
        <Select {...input('status')} data={choices(TEAM_STATUSES, text.statuses)} allowDeselect={false} />
      </FieldRow>
      <DateInput {...input('callTime')} kind="time" description={text.zone(zone)} />
      <Textarea {...input('notes')} autosize minRows={2} />
    </RecordForm>
  );
}
