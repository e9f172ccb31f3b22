import { Inject, Injectable } from '@nestjs/common';
import type { LanguageWords } from '../../../kernel/languages/language-words';
import { wordsFor } from '../../../kernel/languages/languages';
import { oneLine } from '../../../kernel/one-line';
import type { TextValues } from '../../../kernel/message-template';
import { paragraphsOf } from '../../../kernel/paragraphs';
import { unlinked } from '../../../kernel/unlinked';
import { mapUrl } from '../../../kernel/uri';
import { renderMail, type MailChoice } from '../../../platform/mail/mail-layout';
import {
  BULK_MAIL_TRANSPORT,
  MailFailure,
  type MailTransport,
  type OutgoingMail,
} from '../../../platform/mail/mail-transport';
import { CONFIGURATION, type Configuration } from '../../../platform/config/configuration';
import { calendarMessage } from '../../planning/calendars';
import type { CarriedEntry } from './notification.entity';
import type { MessageChannel, Outcome } from './message-channel';
import { MessageTexts, type GuestLink } from './message-texts';
import type { ClaimedRecipient } from './recipient-claims.repository';
import { UnsubscribeLinks } from './unsubscribe-links';

/** Sends e-mail through the service's own mail server. */
@Injectable()
export class EmailChannel implements MessageChannel {
  readonly repeatable: boolean;

  constructor(
    private readonly texts: MessageTexts,
    private readonly links: UnsubscribeLinks,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(BULK_MAIL_TRANSPORT) private readonly transport: MailTransport,
  ) {
    this.repeatable = transport.repeatable;
  }

  async send(recipient: ClaimedRecipient, handOver: () => Promise<void>): Promise<Outcome> {
    try {
      await this.transport.deliver(this.compose(recipient), handOver);
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      return outcomeOf(error);
    }
  }

  close(): void {
    this.transport.close();
  }

  private compose(recipient: ClaimedRecipient): OutgoingMail {
    const { id, organizationId, address, senderName, logo, replyTo, createdAt, locale, calendar } = recipient;
    const { values, own } = this.texts.valuesFor(recipient);
    const words = wordsFor(locale);
    const { language, mail, unsubscribe } = words;
    const listUnsubscribeUrl = this.links.urlOf(organizationId, id);
    const content = renderMail({
      subject: recipient.subject!,
      sender: '{{senderName}}',
      logo,
      language,
      paragraphs: paragraphsOf(recipient.body!).map((paragraph) => {
        // A paragraph that is nothing but the guest's own link becomes a button.
        const link = this.texts.loneLink(paragraph, own);
        if (link === null) return paragraph;
        return link.kind === 'passUrl' ? { label: mail.passButton, url: link.url } : answerButtons(link, words, values);
      }),
      linked: true,
      footer: { words: mail.footer, label: unsubscribe.button, url: listUnsubscribeUrl },
      values: { ...values, senderName },
      own,
    });
    return {
      id,
      to: { address },
      content: { ...content, listUnsubscribeUrl, oneClickUnsubscribe: true },
      createdAt,
      fromName: unlinked(oneLine(senderName)),
      replyTo,
      ...(calendar !== null && { calendar: this.entryFor(calendar, address) }),
    };
  }

  private entryFor({ method, event }: CarriedEntry, address: string): NonNullable<OutgoingMail['calendar']> {
    return { method, text: calendarMessage(method, event, this.configuration.mailFrom.address, address) };
  }
}

/**
 * Each opens the guest's page with that answer chosen; nothing is answered before it is sent there. Below them stand where
 * the event is and when, for as much as is known of it.
 */
function answerButtons(
  { url, calendarUrl }: GuestLink,
  { mail, rsvp }: LanguageWords,
  values: TextValues['values'],
): MailChoice {
  const choices = (['accepted', 'tentative', 'declined'] as const).map((answer) => ({
    label: mail.choices[answer],
    url: `${url}?rsvp=${answer}`,
  }));
  const links = [];
  const place = values['event.address'] || values['event.venue'];
  if (place) links.push({ label: rsvp.showOnMap, url: mapUrl(String(place)) });
  if (values['event.startsAt']) links.push({ label: rsvp.toCalendar, url: calendarUrl });
  return { label: mail.rsvpButton, url, choices, links };
}

function outcomeOf({ reason, codes, permanent, outcomeUnknown, throttle }: MailFailure): Outcome {
  const failure = { detail: codes.slice(0, 200), reason };
  if (outcomeUnknown) return { kind: 'failed', error: 'outcome_unknown', ...failure };
  if (permanent) return { kind: 'failed', error: 'rejected', ...failure };
  if (throttle !== null) return { kind: 'deferred', error: 'rate_limited', ...failure, throttle };
  return { kind: 'postponed', error: 'unreachable', ...failure };
}
