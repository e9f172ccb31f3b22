import type { Stage } from '../every-operation';

export async function call({ te, browser }: Stage): Promise<void> {
  const event = await te.events.create({
    name: 'With a family',
    questions: [{ label: 'Which starter?', kind: 'choice', options: ['Soup', 'Salad'] }],
  });
  const starter = event.questions[0]!.id;
  const ada = await te.events.guests.add(event.id, { name: 'Ada Lovelace' });
  const byron = await te.events.guests.add(event.id, { name: 'Lord Byron' });
  const party = await te.events.parties.create(event.id, {
    name: 'Family Lovelace',
    eventGuestIds: [ada.id, byron.id],
  });
  expect((await te.events.parties.listParties(event.id)).data).toMatchObject([{ name: 'Family Lovelace' }]);
  await te.parties.get(party.id);
  await te.parties.update(party.id, { name: 'The Lovelaces' });
  await te.events.guests.answer(event.id, ada.id, {
    rsvp: 'accepted',
    plusOnes: 1,
    companions: [{ name: 'Annabella', dietary: 'Vegan' }],
    answers: { [starter]: 'Soup' },
  });
  expect(await te.events.getNeeds(event.id)).toMatchObject({ people: 2, dietary: [{ value: 'Vegan', people: 1 }] });
  expect(await te.events.guests.export(event.id)).toContain('The Lovelaces');
  const { data } = await te.events.parties.checkIn(event.id, party.id, {});
  expect(data.map(({ checkedInAt }) => checkedInAt)).not.toContain(null);
  if (!('passUrl' in ada)) throw new Error('One guest was added, so one comes back.');
  await browser().service.getRsvpCalendar(new URL(ada.passUrl).pathname.split('/')[2]!);
  await browser().service.getPass(new URL(ada.passUrl).pathname.split('/')[2]!);
  await te.parties.delete(party.id);
  await te.events.delete(event.id);
}
