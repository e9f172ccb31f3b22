import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { Section, Sections } from '../../shared/sections';
import { CalendarFeeds } from './calendar-feeds';
import { EmailForm } from './email-form';
import { PasswordForm } from './password-form';
import { Preferences } from './preferences';
import { ProfileForm } from './profile-form';
import { SecondFactors } from './second-factors';
import { SessionTable } from './session-table';

/** One's own user, wherever they are a member. */
export function AccountPage() {
  const { account: text, calendarFeeds } = useText();
  return (
    <Page title={text.title}>
      <Sections>
        <Section title={text.profile}>
          <ProfileForm />
        </Section>
        <Section title={text.changeEmail}>
          <EmailForm />
        </Section>
        <Section title={text.preferences}>
          <Preferences />
        </Section>
        <Section title={text.password}>
          <PasswordForm />
        </Section>
        <Section title={text.factors}>
          <SecondFactors />
        </Section>
        <Section title={calendarFeeds.title}>
          <CalendarFeeds />
        </Section>
        <Section title={text.sessions}>
          <SessionTable />
        </Section>
      </Sections>
    </Page>
  );
}
