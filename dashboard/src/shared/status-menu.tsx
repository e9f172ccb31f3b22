import { Box, Menu, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { readAs, type Versioned } from './api';
import { CheckIcon, ChevronDownSolidIcon } from './icons';
import { Status, type Tone } from './status';
import { useRecordForm } from './use-record-form';

interface Props<Value extends string, Item> {
  readonly of: {
    readonly read: (id: string) => Promise<Item>;
    readonly update: (id: string, body: { readonly status: Value }, etag: string) => Promise<unknown>;
  };
  /** The record, in the version that is on the screen. */
  readonly shown: Versioned<Item>;
  /** Every state, in the order in which they are offered, with its tone. */
  readonly tones: Readonly<Record<Value, Tone>>;
  readonly text: { readonly fields: { readonly status: string }; readonly statuses: Readonly<Record<Value, string>> };
}

/** The state of a record as a button that opens the others: one click confirms an event. */
export function StatusMenu<Value extends string, Item extends { readonly id: string; readonly status: Value }>(
  props: Props<Value, Item>,
) {
  const { of, tones, text, shown: current } = props;
  const { id, status: now } = current.record;
  const { fields, statuses: words } = text;
  const form = useForm<{ status: Value }>({ initialValues: { status: now } });
  const { onSubmit, isPending, notices, dialog, showVersion } = useRecordForm<{ status: Value }, unknown>({
    form,
    // A single choice, which is sent at once, leaves nothing to restore.
    draftKey: null,
    etag: current.etag,
    send: ({ status }, { etag }) => of.update(id, { status }, etag ?? current.etag),
    readTheirs: readAs(
      () => of.read(id),
      ({ status }) => ({ status }),
    ),
    labels: { status: fields.status },
    words: { status: words },
    onDone: () => undefined,
  });
  const shown = isPending ? form.values.status : now;
  const choose = (status: string) => {
    if (status === now) return;
    form.setFieldValue('status', () => status as Value);
    onSubmit();
  };
  // A change by somebody else while the menu is open is a conflict: what was chosen was chosen instead of this one.
  const begin = () => {
    form.setInitialValues({ status: now });
    showVersion(current.etag);
  };
  return (
    <>
      <Menu position="bottom-start" disabled={isPending} onOpen={begin}>
        <Menu.Target>
          <UnstyledButton
            className="status-button"
            data-tone={tones[shown]}
            aria-label={`${fields.status}: ${words[shown]}`}
            aria-busy={isPending}
          >
            <Status tone={tones[shown]}>{words[shown]}</Status>
            <ChevronDownSolidIcon width={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={now} onChange={choose}>
            {(Object.keys(tones) as Value[]).map((status) => (
              // A tick: a dot is the state's own sign.
              <Menu.RadioItem key={status} value={status} closeMenuOnClick checkIcon={<CheckIcon width={14} />}>
                <Status tone={tones[status]}>{words[status]}</Status>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
      {notices === null ? null : <Box w="100%">{notices}</Box>}
      {dialog}
    </>
  );
}
