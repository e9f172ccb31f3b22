import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import type { Response } from 'supertest';
import { invoicePdf } from '../../src/modules/money/billing/invoice-pdf';
import { BillingOffice, invoicesOf, subscribe, subscriber } from '../support/billing';
import { registerTenant, type Tenant } from '../support/builders';
import type { Json } from '../support/client';
import { useTestApp } from '../support/fixtures';
import { readPdf } from '../support/pdf';
import { expectProblem } from '../support/problem';

/** What the streams of a PDF say, unpacked. */
function streamsOf(pdf: Buffer): string {
  const starts = Array.from(
    pdf.toString('latin1').matchAll(/stream\n(?=\x78)/g),
    ({ index, 0: { length } }) => index + length,
  );
  return starts.map((start) => inflateSync(pdf.subarray(start)).toString('latin1')).join('\n');
}

describe('an invoice as PDF', () => {
  const service = useTestApp();
  let office: BillingOffice;
  let plan: Json;

  beforeAll(async () => {
    office = await BillingOffice.open(service);
    plan = await office.plan({ name: 'Pro – für Veranstalter' });
  });
  afterEach(() => service.clock.release());

  const fetchPdf = async ({ key }: Tenant, { id }: Json): Promise<Response> =>
    await key
      .with({ Accept: 'application/pdf' })
      .get(`/api/billing/invoices/${id}`)
      .buffer(true)
      .parse((response, done) => {
        buffer(response as never).then(
          (bytes) => done(null, bytes),
          (error: Error) => done(error, null),
        );
      });
  const textOf = async (response: Response): Promise<string> =>
    (await readPdf(response.body as Buffer)).pages.flat().join('\n');

  it('never breaks a number, however long', async () => {
    const dear = await office.plan({ monthlyPrice: '123456789012345.67' });
    const tenant = await subscriber(service, { planId: dear.id });
    const [invoice] = await invoicesOf(tenant);
    expect((await textOf(await fetchPdf(tenant, invoice!))).match(/^123456789012345\.67$/gm)).toHaveLength(4);
  });

  it('says on one page what the record says', async () => {
    const coupon = await office.coupon({ percentOff: 33 });
    const tenant = await registerTenant(service.url, { organizationName: 'Åsa & Søhne €', timezone: 'Europe/Berlin' });
    service.clock.stopAt('2027-01-31T23:30:00.000Z');
    await subscribe(tenant, { planId: plan.id, couponCode: coupon.code });
    const [invoice] = await invoicesOf(tenant);
    const response = await fetchPdf(tenant, invoice!);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="INV-000001.pdf"',
      'cache-control': 'no-store',
      vary: expect.stringContaining('Accept'),
    });
    const { title, pages } = await readPdf(response.body as Buffer);
    expect(title).toBe('INV-000001');
    expect(pages).toEqual([
      [
        'Invoice',
        'INV-000001, open',
        ...['Billed to', 'Åsa & Søhne €', 'Customer', tenant.organization.id],
        ...['Issued', '2027-02-01', 'Due', '2027-02-15'],
        ...['Period', '2027-02-01 00:30 to 2027-03-01 00:30 (Europe/Berlin)'],
        ...['Description', 'Quantity', 'Unit price', 'Amount'],
        ...['Pro – für Veranstalter (monthly)', '1', '49.90', '49.90'],
        ...['Subtotal', '49.90', `Discount (${coupon.code})`, '-16.47'],
        ...['Total in EUR', '33.43'],
      ],
    ]);
  });

  it.each([
    ['JPY', '1500', /^1500$/gm],
    ['KWD', '1.005', /^1\.005$/gm],
  ])('has the decimals of its currency, and names it: %s', async (currency, price, printed) => {
    const priced = await office.plan({ monthlyPrice: price, yearlyPrice: price, currency });
    const tenant = await subscriber(service, { planId: priced.id });
    const [invoice] = await invoicesOf(tenant);
    expect(invoice).toMatchObject({ subtotal: price, total: price, currency });
    const text = await textOf(await fetchPdf(tenant, invoice!));
    // Unit price, amount, subtotal and total.
    expect(text.match(printed)).toHaveLength(4);
    expect(text).toContain(`Total in ${currency}`);
  });

  it('says when it was paid', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const paid = await office.pay(tenant, (await invoicesOf(tenant))[0]);
    const text = await textOf(await fetchPdf(tenant, paid));
    expect(text).toContain(`INV-000001, paid`);
    expect(text).toContain(`Paid\n${paid.paidAt.slice(0, 10)}`);
    expect(text).not.toContain('Due');
  });

  it('is the same, byte for byte, as long as the invoice is', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const [invoice] = await invoicesOf(tenant);
    const [first, second] = [await fetchPdf(tenant, invoice!), await fetchPdf(tenant, invoice!)];
    expect(second.body).toEqual(first.body);
    const tag = first.headers['etag']!;
    expect(tag).not.toBe((await tenant.key.get(`/api/billing/invoices/${invoice!.id}`)).headers['etag']);
    const known = { ...tenant, key: tenant.key.with({ 'If-None-Match': tag, 'Cache-Control': 'no-cache' }) };
    expect((await fetchPdf(known, invoice!)).status).toBe(304);
    const paid = await office.pay(tenant, invoice);
    expect((await fetchPdf(known, paid)).status).toBe(200);
  });

  it.each([
    ['Łódź Řeka Đorđe Đà Nẵng', 'Łódź Řeka Đorđe Đà Nẵng'],
    ['Άθήνα Привет Հայք თბილისი ₴', 'Άθήνα Привет Հայք თბილისი ₴'],
    ['ﬁne Ａrts ①', 'fine Arts ①'],
    ['Jean‑Luc −5 → № ★', 'Jean‑Luc −5 → № ★'],
    ['😀 👩‍👩‍👧 🇦🇹 e\u0301', '😀 ? ? é'],
    // Capitals that only new fonts have, and a sign that DejaVu lacks.
    ['ᲗᲑᲘᲚᲘᲡᲘ ₿', 'თბილისი ?'],
  ])('writes names in their own letters, as far as its fonts have them: %s', async (organizationName, printed) => {
    const tenant = await subscriber(service, { planId: plan.id }, { organizationName });
    const [invoice] = await invoicesOf(tenant);
    expect(invoice!.customerName).toBe(tenant.organization.name);
    expect((await textOf(await fetchPdf(tenant, invoice!))).split('\n')).toContain(printed);
  });

  it.each([
    ['Chinese', '北京王府井国际旅行社有限公司'],
    ['Chinese of Taiwan', '臺灣觀光旅行社'],
    ['Japanese', '株式会社日本旅行サービス　東京支店'],
    ['Korean', '한국관광공사 서울지사'],
    ['Arabic', 'شركة السفر'],
    ['Hebrew', 'חברת הנסיעות'],
    ['Thai', 'บริษัท จำกัด'],
    ['Hindi', 'यात्रा कम्पनी'],
    ['Bengali', 'ভ্রমণ কোম্পানি'],
    ['Punjabi', 'ਯਾਤਰਾ ਕੰਪਨੀ'],
    ['Gujarati', 'પ્રવાસ કંપની'],
    ['Tamil', 'பயண நிறுவனம்'],
    ['Telugu, whose marks have no anchors', 'ప్రయాణ సంస్థ'],
    ['Kannada', 'ಪ್ರಯಾಣ ಸಂಸ್ಥೆ'],
    ['Malayalam', 'യാത്രാ കമ്പനി'],
    ['Sinhala', 'සංචාරක සමාගම'],
    ['Khmer', 'ក្រុមហ៊ុនទេសចរណ៍'],
    ['Lao', 'ບໍລິສັດທ່ອງທ່ຽວ'],
    ['Burmese', 'ခရီးသွားကုမ္ပဏီ'],
    ['Amharic', 'የጉዞ ድርጅት'],
    ['many', 'Привет Ελλάδα Müller 王 שלום'],
  ])('names whom it bills in the script of the name: %s', async (_language, organizationName) => {
    const tenant = await subscriber(service, { planId: plan.id }, { organizationName });
    const [invoice] = await invoicesOf(tenant);
    const text = (await readPdf((await fetchPdf(tenant, invoice!)).body as Buffer)).pages.flat().join('');
    expect(text).not.toContain('?');
    const letters = new Set(text.normalize('NFKD'));
    expect([...organizationName.normalize('NFKD')].filter((letter) => !letters.has(letter))).toEqual([]);
  });

  it('reads from right to left where it belongs, with numbers and brackets as they are', async () => {
    const [one, two, three] = ['שלום', 'עולם', 'תל'];
    const tenant = await subscriber(
      service,
      { planId: plan.id },
      { organizationName: `${one} ${two} (${three}) 2027` },
    );
    const [invoice] = await invoicesOf(tenant);
    const { placed } = await readPdf((await fetchPdf(tenant, invoice!)).body as Buffer);
    const x = (part: string) => placed.find(({ text }) => text.includes(part))!.x;
    expect(x('2027')).toBeLessThan(x(three!));
    expect(x(three!)).toBeLessThan(x(one!));
  });

  it('leaves Persian digits in their order', async () => {
    const tenant = await subscriber(service, { planId: plan.id }, { organizationName: 'سفر ۱۴۰۵' });
    const [invoice] = await invoicesOf(tenant);
    expect(await textOf(await fetchPdf(tenant, invoice!))).toContain('۱۴۰۵');
  });

  it('is copied as it was written, where a font reorders its letters', async () => {
    const organizationName = 'हिन्दी क्षत्रिय';
    const tenant = await subscriber(service, { planId: plan.id }, { organizationName });
    const [invoice] = await invoicesOf(tenant);
    const bytes = (await fetchPdf(tenant, invoice!)).body as Buffer;
    const written = Buffer.from(`\uFEFF${organizationName}`, 'utf16le').swap16().toString('hex');
    expect(streamsOf(bytes)).toContain(`/ActualText <${written}>`);
  });

  it('has room for long names of every script', async () => {
    const organizationName = '王'.repeat(120);
    const tenant = await subscriber(service, { planId: plan.id }, { organizationName });
    const [invoice] = await invoicesOf(tenant);
    const { pages } = await readPdf((await fetchPdf(tenant, invoice!)).body as Buffer);
    expect(pages).toHaveLength(1);
    expect(pages[0]!.join('').match(/王/g)).toHaveLength(120);
  });

  it('has room for the longest names', async () => {
    const tenant = await subscriber(
      service,
      { planId: (await office.plan({ name: 'W'.repeat(200) })).id },
      { organizationName: 'W'.repeat(120) },
    );
    const [invoice] = await invoicesOf(tenant);
    const { pages } = await readPdf(await buffer(await invoicePdf(invoice as never, tenant.organization.id)));
    expect(pages).toHaveLength(1);
    expect(pages[0]!.join('')).toContain('Total in EUR49.90');
  });

  it('is JSON for whoever does not ask for PDF', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const [invoice] = await invoicesOf(tenant);
    for (const Accept of ['application/json', '*/*', 'text/csv', 'application/json, application/pdf']) {
      const response = await tenant.key.with({ Accept }).get(`/api/billing/invoices/${invoice!.id}`).expect(200);
      expect(response.body).toEqual(invoice);
      expect(response.headers['vary']).toContain('Accept');
    }
  });

  it('is 404 to another organization', async () => {
    const tenant = await subscriber(service, { planId: plan.id });
    const [invoice] = await invoicesOf(tenant);
    const stranger = await registerTenant(service.url);
    const response = await stranger.key.with({ Accept: 'application/pdf' }).get(`/api/billing/invoices/${invoice!.id}`);
    expectProblem(response, 404, 'not_found');
  });
});
