import { registerTenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTenant, useTestApp } from '../support/fixtures';
import { invite, newEvent, pathOfGuest } from '../support/guests';
import { expectProblem } from '../support/problem';

const service = useTestApp();
const tenant = useTenant(service);

/** Ada brings two and comes with Grace; Edsger has declined. */
async function dinner(): Promise<Json> {
  const questions = [
    { label: 'Starter?', kind: 'choice', options: ['Soup', 'Salad'] },
    { label: 'Wine, =1+1', kind: 'yes_no' },
    { label: 'أيام', kind: 'choices', options: ['Fri', 'Sat'] },
  ];
  const event = await newEvent(tenant.key, { questions });
  const [starter, wine, days] = event.questions.map(({ id }: Json) => id) as string[];
  const put = async (guest: Json, fields: Json) => {
    const invited = await invite(tenant.key, event, guest);
    await tenant.key.patch(pathOfGuest(invited), fields).expect(200);
    return invited;
  };
  const companions = [{ name: 'Annabella', dietary: 'végan' }, { name: 'Zoë' }];
  const ada = await put(
    { name: 'Ada', email: 'ada@example.com', dietary: 'Vegan' },
    { rsvp: 'accepted', plusOnes: 3, companions, answers: { [starter!]: 'Soup', [days!]: ['Sat', 'Fri'] } },
  );
  const grace = await put({ name: 'Grace' }, { rsvp: 'accepted', answers: { [starter!]: 'Soup', [wine!]: false } });
  await put({ name: 'Edsger', dietary: 'Nothing' }, { rsvp: 'declined', answers: { [wine!]: true } });
  const party = { name: '=Ladies', eventGuestIds: [ada.id, grace.id] };
  await tenant.key.post(`/api/events/${event.id}/parties`, party).expect(201);
  return event;
}

describe("the needs of an event's guests", () => {
  it('are counted among those who come, companions included, and what is spelled alike together', async () => {
    const event = await dinner();
    const { body } = await tenant.key.get(`/api/events/${event.id}/needs`).expect(200);
    const [starter, wine, days] = event.questions.map(({ id, label }: Json) => ({ id, label }));
    expect(body).toEqual({
      people: 5,
      dietary: [{ value: 'Vegan', people: 2 }],
      questions: [
        { ...starter, values: [{ value: 'Soup', people: 2 }], unanswered: 0 },
        { ...wine, values: [{ value: 'no', people: 1 }], unanswered: 1 },
        {
          ...days,
          values: [
            { value: 'Fri', people: 1 },
            { value: 'Sat', people: 1 },
          ],
          unanswered: 1,
        },
      ],
    });
  });

  it('are a file with a row for each person with a need, by name', async () => {
    const event = await dinner();
    const csv = tenant.key.with({ Accept: 'text/csv' });
    const { text, headers } = await csv.get(`/api/events/${event.id}/needs`).expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="needs.csv"');
    expect(text).toBe(
      '\uFEFFname,guest,dietary,Starter?,"Wine, =1+1",أيام\r\n' +
        'Ada,Ada,Vegan,Soup,,Sat|Fri\r\n' +
        'Annabella,Ada,végan,,,\r\n' +
        'Grace,Grace,,Soup,no,\r\n',
    );
  });

  it('are nothing where nobody comes, and nothing of another organization', async () => {
    const event = await newEvent(tenant.key);
    const { body } = await tenant.key.get(`/api/events/${event.id}/needs`).expect(200);
    expect(body).toEqual({ people: 0, dietary: [], questions: [] });
    const other = await registerTenant(service.url);
    for (const path of ['needs', 'guests/export'])
      expectProblem(await other.key.get(`/api/events/${event.id}/${path}`), 404, 'not_found');
  });
});

describe("the export of an event's guests", () => {
  it('has a row for each, with answer, party, companions and what they answered', async () => {
    const event = await dinner();
    const { text, headers } = await tenant.key.get(`/api/events/${event.id}/guests/export`).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ada, grace, edsger, ...rest] = text.slice(1).split('\r\n');
    expect(header).toBe(
      'name,email,phone,company,dietary,rsvp,plusOnes,party,companions,vehicle,checkedInAt,notes,externalId,guestId,id,' +
        'Starter?,"Wine, =1+1",أيام',
    );
    expect(ada).toMatch(
      /^Ada,ada@example.com,,,Vegan,accepted,3,'=Ladies,Annabella \(végan\)\|Zoë,,,,,[^,]+,[^,]+,Soup,,Sat\|Fri$/,
    );
    expect(grace).toMatch(/^Grace,,,,,accepted,0,'=Ladies,,,,,,[^,]+,[^,]+,Soup,no,$/);
    expect(edsger).toMatch(/^Edsger,,,,Nothing,declined,0,,,,,,,[^,]+,[^,]+,,yes,$/);
    expect(rest).toEqual(['']);
  });

  it('begins no cell with a formula, whatever a question is called, and says what reads the same again', async () => {
    const questions = [{ label: '=HYPERLINK("http://example.com")', kind: 'text' }];
    const event = await newEvent(tenant.key, { questions });
    const guest = await invite(tenant.key, event, { name: 'Ada' });
    const companions = [{ name: 'Bob (jr)' }, { name: 'Cid|Dan', dietary: 'No nuts (severe)' }];
    await tenant.key.patch(pathOfGuest(guest), { plusOnes: 2, companions }).expect(200);
    const { text } = await tenant.key.get(`/api/events/${event.id}/guests/export`).expect(200);
    expect(text).toContain(`,"'=HYPERLINK(""http://example.com"")"\r\n`);
    expect(text).toContain(',Bob (jr) ()|Cid/Dan (No nuts (severe)),');
    const needs = await tenant.key.get(`/api/events/${event.id}/needs`).set('Accept', 'text/csv').expect(200);
    expect(needs.text).toContain(`,"'=HYPERLINK(`);
  });
});
