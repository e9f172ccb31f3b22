import { Select, type OptionsFilter, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Choice, ChoiceSource } from './choice-source';
import { folded, moreLine, optionsLike } from './folded';
import { useText } from './language';

const PAUSE_MS = 300;

interface Props extends Omit<
  SelectProps,
  'data' | 'filter' | 'limit' | 'searchable' | 'searchValue' | 'onSearchChange' | 'onDropdownOpen' | 'value'
> {
  readonly source: ChoiceSource;
  readonly value?: string | null;
  /** The one that is chosen, where its label is known: saves asking for it. */
  readonly known?: Choice | undefined;
  /** What one can do with a text that is none of the choices. */
  readonly create?: { readonly label: (text: string) => string; readonly onChoose: (text: string) => void };
}

/** No record has such an id. */
const CREATE = 'create';

/** A choice among records: the service searches while one types, and what is not shown is counted. */
export function SearchSelect({ source, value = null, known, create, error, onFocus, onChange, ...props }: Props) {
  const { common, problems } = useText();
  const [isWanted, setWanted] = useState(false);
  const [typed, setTyped] = useState('');
  const id = value === '' ? null : value;
  const [picked, setPicked] = useState<Choice>();
  const label = useLabel(source, id, picked?.value === id ? picked : known);
  // The label of what is chosen stands in the field, too, and is no search.
  const text = typed.trim() === label ? '' : typed.trim();
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const search = (wanted: string) => ({
    queryKey: [source.key, 'choices', source.of ?? null, wanted],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.find(wanted === '' ? undefined : wanted, { signal }),
  });
  const queries = useQueryClient();
  const found = useQuery({
    ...search(q),
    placeholderData: (before) => before,
    // Nobody has asked before the field is entered.
    enabled: isWanted,
  });
  const { choices = [], total = 0 } = found.data ?? {};
  const isOld = found.isPlaceholderData || q !== text;
  const chosen =
    id === null || choices.some((choice) => choice.value === id) ? [] : [{ value: id, label: label ?? '…' }];
  const more = total - choices.length;
  const isText = ({ name, label: words }: Choice) => folded(name ?? words) === folded(text);
  const isNew = text !== '' && !choices.some(isText);
  const creating = create !== undefined && isNew ? [{ value: CREATE, label: create.label(text) }] : [];
  const pick: Props['onChange'] = (chosenId, option) => {
    // Its label is known, whatever is searched for next.
    setPicked(option ?? undefined);
    onChange?.(chosenId, option);
  };
  /** Who is faster than the search gets what it finds: only what is not there is made. */
  const createUnlessThere = async () => {
    const { choices: all } = await queries.fetchQuery(search(text));
    const same = all.find(isText);
    if (same === undefined) create?.onChoose(text);
    else pick(same.value, { ...same, disabled: false });
  };
  return (
    <Select
      {...props}
      // Something was typed: that it is required would be the wrong reason.
      error={error && id === null && text !== '' ? problems.fields.not_allowed : error}
      value={id}
      searchable
      allowDeselect={false}
      data={[...chosen, ...choices, ...(isOld ? [] : moreLine(more, common)), ...creating]}
      filter={isOld ? optionsLike : shownBesides(text === '' || chosen.length === 0 ? null : id)}
      onChange={(chosenId, option) => (chosenId === CREATE ? void createUnlessThere() : pick(chosenId, option))}
      onSearchChange={setTyped}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
      nothingFoundMessage={found.isFetching || isOld ? common.searching : common.nothingToChoose}
    />
  );
}

/** The label of what is chosen: known, or asked for. */
function useLabel(source: ChoiceSource, id: string | null, known: Choice | undefined): string | undefined {
  const isKnown = known !== undefined && known.value === id;
  const { data } = useQuery({
    queryKey: [source.key, id, 'label'],
    queryFn: () => source.label(id!),
    enabled: id !== null && !isKnown,
  });
  return isKnown ? known.label : data;
}

/** The service has searched, accents and addresses included; what was chosen before is no result. */
const shownBesides =
  (chosen: string | null): OptionsFilter =>
  ({ options }) =>
    chosen === null ? options : options.filter((option) => !('value' in option) || option.value !== chosen);
