import { Box, Menu, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Versioned } from './api';
import { CheckIcon, ChevronDownSolidIcon } from './icons';
import { Status, type Tone } from './status';
import { useRecordForm } from './use-record-form';

interface Props<Value extends string> {
  /** What the choice is of: "Status". */
  readonly label: string;
  /** Every state, in the order in which they are offered, with its tone. */
  readonly tones: Readonly<Record<Value, Tone>>;
  readonly words: Readonly<Record<Value, string>>;
  /** The state that the record has, and the version that is on the screen. */
  readonly current: Versioned<Value>;
  readonly save: (status: Value, etag: string) => Promise<unknown>;
  /** Reads the record again, after somebody else changed it. */
  readonly readTheirs: () => Promise<Versioned<Value>>;
}

/** The state of a record as a button that opens the others: one click confirms an event. */
export function StatusMenu<Value extends string>(props: Props<Value>) {
  const { label, tones, words, current, save, readTheirs } = props;
  const form = useForm<{ status: Value }>({ initialValues: { status: current.record } });
  const { onSubmit, isPending, notices, dialog, showVersion } = useRecordForm<{ status: Value }, unknown>({
    form,
    // A single choice, which is sent at once, leaves nothing to restore.
    draftKey: null,
    etag: current.etag,
    send: ({ status }, { etag }) => save(status, etag!),
    readTheirs: async () => {
      const { record, etag } = await readTheirs();
      return { record: { status: record }, etag };
    },
    labels: { status: label },
    words: { status: words },
    onDone: () => undefined,
  });
  const shown = isPending ? form.values.status : current.record;
  const choose = (status: string) => {
    if (status === current.record) return;
    form.setFieldValue('status', () => status as Value);
    onSubmit();
  };
  // A change by somebody else while the menu is open is a conflict: what was chosen was chosen instead of this one.
  const begin = () => {
    form.setInitialValues({ status: current.record });
    showVersion(current.etag);
  };
  return (
    <>
      <Menu position="bottom-start" disabled={isPending} onOpen={begin}>
        <Menu.Target>
          <UnstyledButton
            className="status-button"
            data-tone={tones[shown]}
            aria-label={`${label}: ${words[shown]}`}
            aria-busy={isPending}
          >
            <Status tone={tones[shown]}>{words[shown]}</Status>
            <ChevronDownSolidIcon width={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={current.record} onChange={choose}>
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
