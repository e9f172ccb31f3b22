import { Checkbox, Stack } from '@mantine/core';
import { Instant } from '../../shared/instant';
import { useText } from '../../shared/language';

interface Dated {
  readonly id: string;
  readonly name: string;
  readonly startsAt: string | null;
  readonly timezone: string;
  readonly tourId: string | null;
  readonly tourName: string | null;
}

/** The chosen events: their names by id. */
type Chosen = ReadonlyMap<string, string>;

interface Props {
  readonly events: readonly Dated[];
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** A box for each event; several dates of a tour stand together, below a box for all of them. */
export function EventBoxes({ events, chosen, onChoose }: Props) {
  const { eventGuests: text } = useText();
  const tick = (some: readonly Dated[], isTicked: boolean) => {
    const next = new Map(chosen);
    for (const { id, name } of some) {
      if (isTicked) next.set(id, name);
      else next.delete(id);
    }
    onChoose(next);
  };
  const box = (event: Dated) => (
    <Checkbox
      key={event.id}
      checked={chosen.has(event.id)}
      onChange={({ currentTarget }) => tick([event], currentTarget.checked)}
      label={event.name}
      description={event.startsAt === null ? undefined : <Instant at={event.startsAt} zone={event.timezone} />}
    />
  );
  return byTour(events).map((dates) => {
    const [{ id, tourName }] = dates;
    if (dates.length === 1) return box(dates[0]);
    const ticked = dates.filter((date) => chosen.has(date.id)).length;
    return (
      <Stack key={id} gap="xs">
        <Checkbox
          checked={ticked === dates.length}
          indeterminate={ticked > 0 && ticked < dates.length}
          onChange={() => tick(dates, ticked < dates.length)}
          label={text.datesOf(tourName ?? '', dates.length)}
        />
        <Stack gap="xs" pl="lg">
          {dates.map(box)}
        </Stack>
      </Stack>
    );
  });
}

/** The dates of a tour together, where the first of them stands; each other event alone. */
function byTour(events: readonly Dated[]): [Dated, ...Dated[]][] {
  const groups = new Map<string, [Dated, ...Dated[]]>();
  for (const event of events) {
    const key = event.tourId ?? event.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()];
}
