import { Alert, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useEveryText } from '../../shared/language';
import { useListSearch } from '../../shared/list-search';
import { Page } from '../../shared/page';
import { events } from '../events';
import { ChooseFile, ReadingOptions } from './choose-file';
import { CheckedLines } from './checked-lines';
import { isUsable, MatchColumns } from './match-columns';
import { useGuestFile } from './use-guest-file';

/** A file of guests: chosen, its columns matched, checked line by line, and imported. */
export function GuestImportPage() {
  const { guestImport: text } = useEveryText();
  const { search } = useListSearch();
  const eventId = (search['eventId'] as string | undefined) ?? null;
  const event = useQuery({ ...events.one(eventId ?? ''), enabled: eventId !== null });
  const { file, problem, choose, change } = useGuestFile(event.data?.record.questions ?? null);
  const [isImporting, setImporting] = useState(false);
  const isReady = file !== null && problem === null;
  return (
    <Page title={text.title}>
      {event.data === undefined ? null : <Alert variant="light">{text.forEvent(event.data.record.name)}</Alert>}
      <Section title={text.steps.file}>
        <ChooseFile name={file?.name ?? null} disabled={isImporting} onChoose={(chosen) => void choose(chosen)} />
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {text.fileProblems[problem]}
          </Alert>
        )}
        {file === null ? null : <ReadingOptions file={file} disabled={isImporting} onChange={change} />}
      </Section>
      {isReady ? (
        <Section title={text.steps.columns}>
          <MatchColumns key={file.id} file={file} disabled={isImporting} onChange={change} />
        </Section>
      ) : null}
      {isReady && isUsable(file.mapping) ? (
        <Section title={text.steps.lines}>
          <CheckedLines
            key={file.key}
            file={file}
            eventId={eventId}
            onBusy={setImporting}
            onAgain={() => void choose(null)}
          />
        </Section>
      ) : null}
    </Page>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
