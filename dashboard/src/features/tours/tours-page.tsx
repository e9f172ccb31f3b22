import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ListToursResponse } from '@tour-events/client';
import { Filters } from '../../shared/filters';
import { lazyDialog } from '../../shared/lazy-dialog';
import { SearchInput } from '../../shared/search-input';
import { useText } from '../../shared/language';
import { listQuery, useListSearch } from '../../shared/list-search';
import { moneyText, numberText, shareText } from '../../shared/money';
import { OpenForm } from '../../shared/open-form';
import { Empty, NothingFound, Page } from '../../shared/page';
import { RecordTable, type Column } from '../../shared/record-table';
import { ShareBar } from '../../shared/share-bar';
import { TextLink } from '../../shared/text-link';
import { datesText } from '../../shared/time';
import { tourColour } from '../../shared/tour-colour';
import { choices } from '../../shared/choices';
import { SelectFilter } from '../../shared/select-filter';
import { AnswersBar, SeatsTaken } from '../events';
import { TOUR_STATUSES, TourState } from './tour-status';
import { toursQuery } from './tour';

const TourForm = lazyDialog(() => import('./tour-form').then((file) => file.TourForm));

type Tour = ListToursResponse['data'][number];

export function ToursPage() {
  const { tours: text } = useText();
  const { search, filter } = useListSearch();
  const navigate = useNavigate();
  const query = listQuery(search, {
    q: 'text',
    status: { anyOf: TOUR_STATUSES },
    sortBy: ['startDate', 'name', 'createdAt'],
  });
  const list = useQuery(toursQuery({ limit: 20, include: ['summary'], ...query }));
  const newTour = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  return (
    <Page title={text.title} actions={newTour}>
      <Filters>
        <SearchInput />
        <SelectFilter name="status" label={text.fields.status} data={choices(TOUR_STATUSES, text.statuses)} />
      </Filters>
      <RecordTable
        caption={text.title}
        noun="tours"
        columns={useColumns()}
        list={list}
        edgeOf={({ id }) => tourColour(id)}
        isOver={isOver}
        empty={
          query.q === undefined && query.status === undefined ? (
            <Empty action={newTour}>{text.empty}</Empty>
          ) : (
            <NothingFound noun="tours" />
          )
        }
      />
      <OpenForm
        Form={TourForm}
        record={null}
        onDone={({ id }) => void navigate({ to: '/tours/$tourId', params: { tourId: id } })}
      />
    </Page>
  );
}

const isOver = ({ status }: Pick<Tour, 'status'>): boolean => status === 'completed' || status === 'cancelled';

function useColumns(): Column<Tour>[] {
  const { tours: text } = useText();
  return [
    {
      key: 'name',
      title: text.fields.name,
      sortKey: 'name',
      phone: 'first',
      render: ({ id, name }) => (
        <TextLink to="/tours/$tourId" params={{ tourId: id }}>
          {name}
        </TextLink>
      ),
    },
    {
      key: 'status',
      title: text.fields.status,
      phone: 'second',
      render: ({ status }) => <TourState status={status} />,
    },
    {
      key: 'startDate',
      title: text.dates,
      sortKey: 'startDate',
      phone: 'second',
      render: ({ startDate, endDate }) => datesText(startDate, endDate),
    },
    {
      key: 'events',
      title: text.events,
      align: 'right',
      render: ({ summary }) => numberText(summary?.events?.total ?? null),
    },
    { key: 'answers', title: text.answers, render: ({ summary }) => <AnswersBar of={summary} /> },
    {
      key: 'seats',
      title: text.seats,
      align: 'right',
      // Nobody looks for a seat on a tour that is over.
      render: ({ status, summary }) =>
        summary === undefined ? null : (
          <SeatsTaken seats={{ ...summary.seats, ...(isOver({ status }) && { guestsWithoutSeat: null }) }} />
        ),
    },
    {
      key: 'budget',
      title: text.fields.budget,
      align: 'right',
      render: ({ budget, currency, summary }) =>
        budget === null ? null : (
          <BudgetUse budget={budget} currency={currency} spent={summary?.budget?.spent ?? null} />
        ),
    },
  ];
}

interface BudgetUseProps {
  readonly budget: string;
  readonly currency: string;
  /** Null where expenses may not be read. */
  readonly spent: string | null;
}

function BudgetUse({ budget, currency, spent }: BudgetUseProps) {
  const rest = Number(budget) - Number(spent ?? 0);
  return (
    <>
      {moneyText(budget, currency)}
      {spent === null ? null : (
        <span className="budget-use">
          <span>{shareText(spent, budget)}</span>
          <ShareBar shares={[{ value: Number(spent), tone: rest < 0 ? 'bad' : 'accent' }]} rest={rest} />
        </span>
      )}
    </>
  );
}
