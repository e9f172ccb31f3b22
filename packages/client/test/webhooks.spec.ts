import { createHmac } from 'node:crypto';
import { constructEvent, WebhookVerificationError, type VerifyOptions, type WebhookEvent } from '@tour-events/client';
import fc from 'fast-check';

const SECRET = 'whsec_dGVzdC1zZWNyZXQtZm9yLXZlY3RvcnMtb25seQ';
const SIGNED_AT = 1_767_225_600;

/** Made with Python's hmac, and the first one with OpenSSL too. */
const VECTORS = [
  {
    name: 'an event',
    time: SIGNED_AT,
    body: '{"id":"0199f0c4-7e5a-7c3e-9a51-2f6b8d0e4a11","type":"event.created","createdAt":"2026-01-01T00:00:00.000Z","data":{"id":"0199f0c4-7e59-7d10-8b7c-5a3f1e2d4c6b","name":"Vienna","tourId":null}}',
    v1: 'ae7ce5a37eab3782730f368d17376e2b7236b11aaa2f53d76c756651ff0ea1af',
  },
  {
    name: 'more than ASCII',
    time: SIGNED_AT,
    body: '{"id":"1","type":"guest.rsvp","createdAt":"2026-01-01T00:00:00.000Z","data":{"name":"Zoë Müller ✓ 😀"}}',
    v1: '2387c836359288b5f785de645b45689ced187c059c83af3443c7ec5cd09c3857',
  },
  {
    name: 'nothing, in 1970',
    time: 0,
    body: '',
    v1: 'b2bd196667fefba8aeead2b8cb00a2c05b5bfb285c288046ff44e4dd37afee68',
  },
  {
    name: 'JSON without spaces',
    time: SIGNED_AT,
    body: '{"a":1}',
    v1: 'aa90f847be544a5a6cda22a172b984248c91ac638bc8f5a0c6103c4c369b12c2',
  },
  {
    name: 'the same JSON with one',
    time: SIGNED_AT,
    body: '{"a": 1}',
    v1: 'b8eff1e060f88663bdb13f1e7810861979a3b48f8fd7c8acc3a3a508b2a3cb98',
  },
  {
    name: 'the same JSON with a line break',
    time: SIGNED_AT,
    body: '{"a":1}\n',
    v1: '8e5575d6f0075bb5b0ccf57b3771d86fbdcfdddcce5c06ef6af8d77fead201f0',
  },
];

const [VECTOR] = VECTORS as [(typeof VECTORS)[number]];

interface Sent extends VerifyOptions {
  body: unknown;
  headers: Parameters<typeof constructEvent>[1];
  secret: unknown;
}

const signed = (signature: unknown) => ({ 'x-te-signature': signature }) as Record<string, string>;
const at = (seconds: number) => () => new Date(seconds * 1000);

/** Takes the first vector at the time at which it was signed, or something else. */
function construct({ body, headers, secret, now = at(SIGNED_AT), ...rest }: Partial<Sent>): Promise<WebhookEvent> {
  return constructEvent(
    (body ?? VECTOR.body) as string,
    headers ?? signed(`t=${VECTOR.time},v1=${VECTOR.v1}`),
    (secret === undefined ? SECRET : secret) as string,
    { now, ...rest },
  );
}

/** Why it is not trusted, or null; what is signed but no JSON was trusted. */
function reasonOf(sent: Partial<Sent>): Promise<string | null> {
  return construct(sent).then(
    () => null,
    (error: unknown) =>
      error instanceof WebhookVerificationError ? error.reason : error instanceof SyntaxError ? null : String(error),
  );
}

function signatureOf(body: string | Uint8Array, time = SIGNED_AT, secret = SECRET): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`;
}

function standardHeaders(body: string, secret: string, time = SIGNED_AT, id = 'msg_1'): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': `${time}`, 'webhook-signature': `v1,${digest}` };
}

describe('constructEvent', () => {
  it.each(VECTORS)('accepts what was signed: $name', async ({ time, body, v1 }) => {
    const request = { headers: signed(`t=${time},v1=${v1}`), now: at(time) };
    for (const bytes of [
      body,
      Buffer.from(body),
      new TextEncoder().encode(body),
      new TextEncoder().encode(body).buffer,
    ])
      expect(await reasonOf({ ...request, body: bytes })).toBeNull();
  });

  it('gives an event whose type says what its data is', async () => {
    const event = await construct({});
    if (event.type !== 'event.created') throw new Error(`It is a ${event.type}.`);
    // Compiles, since the type is narrowed: only event.created has these fields.
    const { name, tourId } = event.data;
    expect({ name, tourId }).toEqual({ name: 'Vienna', tourId: null });
  });

  it('takes headers as Node, Express and Fetch have them', async () => {
    const signature = signatureOf(VECTOR.body);
    expect(await reasonOf({ headers: new Headers({ 'X-TE-Signature': signature }) })).toBeNull();
    expect(await reasonOf({ headers: { 'X-TE-Signature': signature, Cookie: ['a', 'b'] } })).toBeNull();
    expect(await reasonOf({ headers: {} })).toBe('malformed_signature');
  });

  it('accepts whatever bytes were signed with whatever secret', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array(),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.nat({ max: 4_000_000_000 }),
        async (body, secret, time) => {
          const headers = signed(signatureOf(body, time, secret));
          expect(await reasonOf({ body, secret, now: at(time), headers })).toBeNull();
        },
      ),
    );
  });

  it('refuses a body, a time, a signature or a secret of which a single bit is another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        async (body, index, bit) => {
          const flip = (bytes: Uint8Array) => {
            const changed = Buffer.from(bytes);
            changed[index % bytes.length]! ^= 1 << bit;
            return changed;
          };
          const signature = signatureOf(body);
          const digest = flip(Buffer.from(signature.slice(-64), 'hex')).toString('hex');
          expect(await reasonOf({ body, headers: signed(signature) })).toBeNull();
          for (const forged of [
            { body: flip(body), headers: signed(signature) },
            { body, headers: signed(`t=${SIGNED_AT},v1=${digest}`) },
            { body, headers: signed(signature.replace(`${SIGNED_AT}`, `${SIGNED_AT + 1}`)) },
            { body, headers: signed(signature), secret: flip(Buffer.from(SECRET)).toString('latin1') },
          ])
            expect(await reasonOf(forged)).toBe('wrong_signature');
        },
      ),
    );
  });

  it('accepts what any of several secrets has signed, while one is exchanged for another', async () => {
    const [old, fresh] = [`${SECRET}-old`, `${SECRET}-new`];
    for (const signing of [old, fresh]) {
      const headers = signed(signatureOf(VECTOR.body, SIGNED_AT, signing));
      expect(await reasonOf({ headers, secret: [old, fresh] })).toBeNull();
      expect(await reasonOf({ headers, secret: [SECRET] })).toBe('wrong_signature');
    }
    expect(await reasonOf({ secret: [old, fresh] })).toBe('wrong_signature');
  });

  it('refuses the secret without its prefix, and JSON that was read and written again', async () => {
    expect(await reasonOf({ secret: SECRET.replace('whsec_', '') })).toBe('wrong_signature');
    const [, , , compact, spaced] = VECTORS as [unknown, unknown, unknown, (typeof VECTORS)[0], (typeof VECTORS)[0]];
    const headers = signed(`t=${SIGNED_AT},v1=${spaced.v1}`);
    expect(await reasonOf({ body: compact.body, headers })).toBe('wrong_signature');
  });

  it.each([
    [0, null],
    [299, null],
    [300, null],
    [300.999, null],
    [301, 'too_old'],
    [86_400, 'too_old'],
    [-299, null],
    [-300, null],
    [-301, 'too_new'],
    [-86_400, 'too_new'],
  ])('looks at the time: %d seconds after it was signed: %s', async (seconds, reason) => {
    expect(await reasonOf({ now: at(SIGNED_AT + seconds) })).toBe(reason);
    const headers = standardHeaders(VECTOR.body, STANDARD_SECRET);
    expect(await reasonOf({ headers, secret: STANDARD_SECRET, now: at(SIGNED_AT + seconds) })).toBe(reason);
  });

  it('takes another tolerance, and lets nothing through for one that makes no sense', async () => {
    const later = at(SIGNED_AT + 61);
    expect(await reasonOf({ now: later, toleranceSeconds: 61 })).toBeNull();
    expect(await reasonOf({ now: later, toleranceSeconds: 60 })).toBe('too_old');
    expect(await reasonOf({ toleranceSeconds: 0 })).toBeNull();
    expect(await reasonOf({ toleranceSeconds: NaN })).toBe('too_old');
    expect(await reasonOf({ now: () => new Date(NaN) })).toBe('too_old');
  });

  it('asks the machine what time it is when nobody says', async () => {
    const headers = signed(signatureOf(VECTOR.body, Math.floor(Date.now() / 1000)));
    expect(await constructEvent(VECTOR.body, headers, SECRET)).toMatchObject({ type: 'event.created' });
    await expect(constructEvent(VECTOR.body, signed(signatureOf(VECTOR.body)), SECRET)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      reason: 'too_old',
    });
  });

  it('says nothing about the time of what was not signed', async () => {
    expect(await reasonOf({ body: 'other', now: at(SIGNED_AT + 900) })).toBe('wrong_signature');
  });

  const { time, v1 } = VECTOR;
  it.each([
    undefined,
    '',
    `t=${time}`,
    `v1=${v1}`,
    `v1=${v1},t=${time}`,
    `t=${time},v1=`,
    `t=,v1=${v1}`,
    `t=${time},v1=${v1.slice(1)}`,
    `t=${time},v1=${v1}0`,
    `t=${time},v1=${v1.toUpperCase()}`,
    `t=${time},v1=${v1.replace(/^./, 'g')}`,
    `t=${time}, v1=${v1}`,
    ` t=${time},v1=${v1}`,
    `t=${time},v1=${v1} `,
    `t=${time},v1=${v1}\n`,
    `t=${time},v1=${v1},`,
    `t=${time},v1=${v1},v1=${v1}`,
    `t=${time},t=${time},v1=${v1}`,
    `t=${time},v0=${v1}`,
    `t=${time},v1=${v1},v2=${v1}`,
    `t=+${time},v1=${v1}`,
    `t=-${time},v1=${v1}`,
    `t=0${time},v1=${v1}`,
    `t=${time}.0,v1=${v1}`,
    `t=1.7672256e9,v1=${v1}`,
    `t=0x69558680,v1=${v1}`,
    `t=${'9'.repeat(30)},v1=${v1}`,
    `t=NaN,v1=${v1}`,
    `T=${time},V1=${v1}`,
    `t=${time};v1=${v1}`,
    [`t=${time},v1=${v1}`, `t=${time},v1=${v1}`],
  ])('refuses the header %j', async (signature) => {
    expect(await reasonOf({ headers: signed(signature) })).toBe('malformed_signature');
  });

  it('takes no header but its own form, whatever comes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (signature) => {
        expect(await reasonOf({ headers: signed(signature) })).toBe('malformed_signature');
      }),
    );
  });

  it('refuses to work without a secret, and with a body that was read already', async () => {
    for (const secret of ['', null, [], [SECRET, ''], [SECRET, undefined]])
      await expect(construct({ secret })).rejects.toThrow(TypeError);
    await expect(constructEvent(VECTOR.body, {}, undefined as unknown as string)).rejects.toThrow(TypeError);
    await expect(construct({ body: JSON.parse(VECTOR.body) })).rejects.toThrow(TypeError);
    await expect(constructEvent(undefined as unknown as string, {}, SECRET)).rejects.toThrow(TypeError);
  });
});

/** Of the Standard Webhooks specification, version 1.0: the secret is base64, and so is the signature. */
const STANDARD_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('constructEvent with the headers of Standard Webhooks', () => {
  const BODY = '{"test": 2432232314}';
  const verified = (headers: Record<string, string>, secret: string | string[] = STANDARD_SECRET, body = BODY) =>
    reasonOf({ body, headers, secret, now: at(1_614_265_330) });
  /** The example of the specification's own libraries. */
  const VECTOR_OF_LIBRARIES = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };

  it('accepts what their libraries sign', async () => {
    expect(await verified(VECTOR_OF_LIBRARIES)).toBeNull();
    expect(
      await reasonOf({ headers: standardHeaders(VECTOR.body, STANDARD_SECRET), secret: STANDARD_SECRET }),
    ).toBeNull();
  });

  it('accepts one right signature of several, and any of several secrets', async () => {
    const given = VECTOR_OF_LIBRARIES['webhook-signature'];
    const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;
    expect(await verified({ ...VECTOR_OF_LIBRARIES, 'webhook-signature': `v1a,abc ${wrong} ${given}` })).toBeNull();
    expect(await verified({ ...VECTOR_OF_LIBRARIES, 'webhook-signature': wrong })).toBe('wrong_signature');
    expect(await verified(VECTOR_OF_LIBRARIES, ['whsec_bm90IHRoaXMgb25l', STANDARD_SECRET])).toBeNull();
    expect(await verified(VECTOR_OF_LIBRARIES, ['whsec_bm90IHRoaXMgb25l', 'whsec_!'])).toBe('wrong_signature');
  });

  it('refuses another id, another body, and headers that lack one or are not of the form', async () => {
    expect(await verified({ ...VECTOR_OF_LIBRARIES, 'webhook-id': 'msg_2' })).toBe('wrong_signature');
    expect(await verified(VECTOR_OF_LIBRARIES, STANDARD_SECRET, `${BODY} `)).toBe('wrong_signature');
    for (const [name, value] of [
      ['webhook-timestamp', 'now'],
      ['webhook-timestamp', '1614265330.0'],
      ['webhook-signature', 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
      ['webhook-signature', 'v1,g0hM'],
      ['webhook-signature', ''],
    ] as const)
      expect(await verified({ ...VECTOR_OF_LIBRARIES, [name]: value })).toBe('malformed_signature');
    for (const missing of Object.keys(VECTOR_OF_LIBRARIES)) {
      const { [missing as 'webhook-id']: _left, ...others } = VECTOR_OF_LIBRARIES;
      expect(await verified(others as Record<string, string>)).toBe('malformed_signature');
    }
  });

  it('goes by our own signature when both are there', async () => {
    const both = { ...standardHeaders(VECTOR.body, STANDARD_SECRET), ...signed(signatureOf('something else')) };
    expect(await reasonOf({ headers: both, secret: STANDARD_SECRET })).toBe('wrong_signature');
    const right = signed(signatureOf(VECTOR.body, SIGNED_AT, STANDARD_SECRET));
    expect(await reasonOf({ headers: { ...both, ...right }, secret: STANDARD_SECRET })).toBeNull();
  });
});
