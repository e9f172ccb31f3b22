import { newId } from '../../../kernel/ids';
import { tooManyValues, type FieldProblem } from '../../../kernel/problems';
import { searchText } from '../../../kernel/search-text';
import type { Recorder } from '../../../platform/recorders/recorder';
import type { EventGuestView } from './event-guests.dto';
import { MAX_MEMBERS, type PartyView } from './parties.dto';
import type { PartiesRepository } from './parties.repository';
import { PARTY_RECORD } from './party.record';

/** A party while a batch is applied. */
interface PartyDraft {
  readonly id: string;
  readonly name: string;
  /** As it was before; null for one that the batch makes. */
  readonly stored: PartyView | null;
  readonly members: Set<string>;
}

/** The parties of an event, which is locked, while a batch puts guests into them by name. */
export class BatchParties {
  private readonly byKey = new Map<string, PartyDraft>();
  private readonly byMember = new Map<string, PartyDraft>();

  constructor(
    private readonly eventId: string,
    stored: readonly PartyView[],
  ) {
    for (const party of stored) {
      const draft = { id: party.id, name: party.name, stored: party, members: new Set(party.eventGuestIds) };
      // Of several with one name, the oldest.
      if (!this.byKey.has(searchText(party.name))) this.byKey.set(searchText(party.name), draft);
      for (const member of party.eventGuestIds) this.byMember.set(member, draft);
    }
  }

  /** Why a guest can't be in the party of a name, or null. */
  problemOf({ id }: Pick<EventGuestView, 'id'>, name: string | null): FieldProblem | null {
    const current = this.byMember.get(id);
    if (name === null || isCalled(current, name)) return null;
    if (current !== undefined)
      return { field: 'party', code: 'already_in_party', message: 'The guest is in another party of the event.' };
    const wanted = this.byKey.get(searchText(name));
    return wanted !== undefined && wanted.members.size >= MAX_MEMBERS ? tooManyValues('party', MAX_MEMBERS) : null;
  }

  /** Puts a guest into the party of a name, or with null into none. @returns whether that changes anything */
  put({ id }: Pick<EventGuestView, 'id'>, name: string | null): boolean {
    const current = this.byMember.get(id);
    if (name === null) {
      current?.members.delete(id);
      return this.byMember.delete(id);
    }
    if (isCalled(current, name)) return false;
    const key = searchText(name);
    const party = this.byKey.get(key) ?? { id: newId(), name, stored: null, members: new Set<string>() };
    this.byKey.set(key, party);
    this.byMember.set(id, party);
    party.members.add(id);
    return true;
  }

  /** Writes what changed, and records it. All guests must be there. */
  async write(parties: PartiesRepository, recorder: Recorder, now: Date): Promise<void> {
    const drafts = [...new Set([...this.byKey.values(), ...this.byMember.values()])];
    const made = drafts.filter(({ stored, members }) => stored === null && members.size > 0);
    const row = ({ id, name }: PartyDraft) => ({ id, eventId: this.eventId, name, createdAt: now, updatedAt: now });
    await parties.addAll(made.map((draft) => ({ ...row(draft), nameKey: searchText(draft.name) })));
    for (const draft of drafts) {
      const { id, stored, members } = draft;
      const before = new Set(stored?.eventGuestIds);
      const joined = [...members].filter((member) => !before.has(member));
      const left = [...before].filter((member) => !members.has(member));
      if (joined.length + left.length === 0) continue;
      await parties.join(
        null,
        left.filter((member) => !this.byMember.has(member)),
        now,
      );
      await parties.join(id, joined, now);
      if (stored !== null) await parties.update(id, { updatedAt: now });
      const updatedAt = now.toISOString();
      const base = stored ?? { id, eventId: this.eventId, name: draft.name, createdAt: updatedAt };
      const after = { ...base, eventGuestIds: [...members].sort(), updatedAt } as PartyView;
      if (stored === null) recorder.created(PARTY_RECORD, after);
      else recorder.updated(PARTY_RECORD, stored, after);
    }
  }
}

function isCalled(party: PartyDraft | undefined, name: string): boolean {
  return party !== undefined && searchText(party.name) === searchText(name);
}
