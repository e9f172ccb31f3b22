import type { AccountWords } from './en-account';

/** What guests, members and new organizations read in one language, on pages and in letters. `{name}` is filled in by {@link filledWords}. */
export interface LanguageWords {
  /** BCP 47. */
  readonly language: string;
  /** How dates and times are written where only the language is known. */
  readonly dateLocale: string;
  readonly page: {
    readonly noSuchLink: string;
    readonly noSuchLinkHelp: string;
    /** For the page's script. */
    readonly unreachable: string;
    readonly failed: string;
    readonly tryAgainIn: string;
    readonly malformed: string;
    readonly back: string;
  };
  readonly rsvp: {
    readonly invitedBy: string;
    /** To somebody who comes. `{day}`: with weekday, day and month. */
    readonly seeYou: string;
    /** The same where no day is known. */
    readonly seeYouSoon: string;
    readonly when: string;
    readonly where: string;
    readonly notFixed: string;
    readonly until: string;
    readonly from: string;
    readonly answer: string;
    readonly answers: Readonly<Record<'pending' | 'accepted' | 'tentative' | 'declined', string>>;
    /** `{position}`: a number from 2 on. */
    readonly waits: string;
    readonly isNext: string;
    readonly bringing: string;
    readonly trips: string;
    readonly directions: Readonly<Record<'outbound' | 'return' | 'shuttle', string>>;
    readonly question: string;
    readonly choices: Readonly<Record<'accepted' | 'tentative' | 'declined', string>>;
    readonly plusOnes: string;
    readonly plusOnesHint: string;
    readonly note: string;
    readonly noteHint: string;
    readonly send: string;
    readonly saved: string;
    readonly cancelled: string;
    readonly over: string;
    readonly full: string;
    readonly noSeat: string;
    readonly chooseAnswer: string;
    readonly plusOnesRange: string;
    readonly plusOnesNone: string;
    readonly noteTooLong: string;
    readonly showPass: string;
    readonly showOnMap: string;
    readonly toCalendar: string;
    /** `{moment}`: a day and a time. */
    readonly answerBy: string;
    readonly closed: string;
    readonly closedSince: string;
    readonly stillDecline: string;
    readonly declineLate: string;
    readonly declinedLate: string;
    readonly check: string;
    readonly changed: string;
    readonly toAccept: string;
    readonly answerIt: string;
    readonly answerTooLong: string;
    readonly several: string;
    readonly noAnswer: string;
    readonly pleaseChoose: string;
    readonly yes: string;
    readonly no: string;
    readonly companions: string;
    readonly companionsHint: string;
    readonly tooManyCompanions: string;
    readonly companionName: string;
    readonly companionNameWrong: string;
    readonly companionDietary: string;
    readonly party: string;
    readonly partyHint: string;
    readonly memberQuestion: string;
    readonly memberChoices: Readonly<Record<'pending' | 'accepted' | 'tentative' | 'declined', string>>;
    readonly memberPlusOnes: string;
    readonly memberPlusOnesHint: string;
    readonly memberPlusOnesRange: string;
    readonly memberCompanions: string;
    readonly memberWaits: string;
    readonly memberIsNext: string;
  };
  readonly pass: {
    readonly title: string;
    readonly vehicle: string;
    readonly departure: string;
    readonly stop: string;
    readonly code: string;
    readonly help: string;
    readonly cancelled: string;
  };
  readonly unsubscribe: {
    readonly title: string;
    readonly question: string;
    readonly button: string;
    readonly done: string;
  };
  readonly mail: {
    readonly footer: string;
    readonly rsvpButton: string;
    readonly passButton: string;
    /** Buttons that open the guest's page with that answer chosen. */
    readonly choices: Readonly<Record<'accepted' | 'tentative' | 'declined', string>>;
  };
  readonly invitation: {
    readonly subject: string;
    readonly hello: string;
    readonly invites: string;
    readonly goodFor: string;
    readonly accept: string;
  };
  /** To a guest who waited for a place, and has one. */
  readonly place: {
    readonly subject: string;
    readonly hello: string;
    readonly isFree: string;
    readonly decline: string;
    readonly button: string;
  };
  readonly confirmation: {
    readonly subject: string;
    readonly hello: string;
    readonly please: string;
    readonly link: string;
    readonly notYou: string;
    readonly confirm: string;
  };
  readonly account: AccountWords;
  /** The first ones of an organization that speaks the language, in the order of the English ones. */
  readonly expenseCategories: readonly string[];
}
