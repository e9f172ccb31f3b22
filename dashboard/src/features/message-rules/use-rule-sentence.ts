import { useText } from '../../shared/language';
import type { Rule } from './rules-queries';

/** A rule in one sentence: "2 days before the start, between 09:00 and 21:00, to those who accepted". */
export function useRuleSentence(): (rule: Rule) => string {
  const { messageRules: text } = useText();
  return ({ trigger, offsetMinutes, window, rsvp }) => {
    const answers = rsvp.map((answer) => text.toThose[answer]);
    const to = trigger === 'no_answer' ? text.toNoAnswer : answers.length === 0 ? text.toAll : text.to(answers);
    const parts = [text.when[trigger](offsetMinutes ?? 0), window && text.between(window.from, window.to), to];
    return parts.filter(Boolean).join(', ');
  };
}
