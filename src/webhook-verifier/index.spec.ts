import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { verifyWebhook, WebhookVerificationError, type WebhookToVerify } from '.';

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

/** Verifies the first vector at the time at which it was signed, or something else. */
function verify(overrides: Partial<WebhookToVerify> = {}): number {
  return verifyWebhook({
    payload: VECTOR.body,
    signature: `t=${VECTOR.time},v1=${VECTOR.v1}`,
    secret: SECRET,
    now: () => new Date(SIGNED_AT * 1000),
    ...overrides,
  });
}

function reasonOf(overrides: Partial<WebhookToVerify>): string | null {
  try {
    verify(overrides);
    return null;
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : String(error);
  }
}

function signatureOf(body: string | Uint8Array, time: number, secret = SECRET): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')}`;
}

describe('the webhook verifier', () => {
  it.each(VECTORS)('accepts what was signed: $name', ({ time, body, v1 }) => {
    const request = { signature: `t=${time},v1=${v1}`, now: () => new Date(time * 1000) };
    expect(verify({ ...request, payload: body })).toBe(time);
    expect(verify({ ...request, payload: Buffer.from(body) })).toBe(time);
    expect(verify({ ...request, payload: new TextEncoder().encode(body) })).toBe(time);
  });

  it('accepts whatever bytes were signed with whatever secret', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.nat({ max: 4_000_000_000 }),
        (payload, secret, time) => {
          const now = () => new Date(time * 1000);
          expect(verify({ payload, secret, now, signature: signatureOf(payload, time, secret) })).toBe(time);
        },
      ),
    );
  });

  it('refuses a body, a time, a signature or a secret of which a single bit is another', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 0, max: 7 }), (payload, at, bit) => {
        const flip = (bytes: Uint8Array) => {
          const changed = Buffer.from(bytes);
          changed[at % bytes.length]! ^= 1 << bit;
          return changed;
        };
        const signature = signatureOf(payload, SIGNED_AT);
        expect(reasonOf({ payload, signature })).toBeNull();
        expect(reasonOf({ payload: flip(payload), signature })).toBe('wrong_signature');
        const digest = flip(Buffer.from(signature.slice(-64), 'hex')).toString('hex');
        expect(reasonOf({ payload, signature: `t=${SIGNED_AT},v1=${digest}` })).toBe('wrong_signature');
        expect(reasonOf({ payload, signature: signature.replace(`${SIGNED_AT}`, `${SIGNED_AT + 1}`) })).toBe(
          'wrong_signature',
        );
        expect(reasonOf({ payload, signature, secret: flip(Buffer.from(SECRET)).toString('latin1') })).toBe(
          'wrong_signature',
        );
      }),
    );
  });

  it('accepts what any of several secrets has signed, while one is exchanged for another', () => {
    const [old, fresh] = [`${SECRET}-old`, `${SECRET}-new`];
    for (const signing of [old, fresh]) {
      const signature = signatureOf(VECTOR.body, SIGNED_AT, signing);
      expect(reasonOf({ signature, secret: [old, fresh] })).toBeNull();
      expect(reasonOf({ signature, secret: [SECRET] })).toBe('wrong_signature');
    }
    expect(reasonOf({ secret: [old, fresh] })).toBe('wrong_signature');
  });

  it('refuses the secret without its prefix, and JSON that was read and written again', () => {
    expect(reasonOf({ secret: SECRET.replace('whsec_', '') })).toBe('wrong_signature');
    const [, , , compact, spaced] = VECTORS as [unknown, unknown, unknown, (typeof VECTORS)[0], (typeof VECTORS)[0]];
    expect(reasonOf({ payload: compact.body, signature: `t=${SIGNED_AT},v1=${spaced.v1}` })).toBe('wrong_signature');
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
  ])('looks at the time: %d seconds after it was signed: %s', (seconds, reason) => {
    expect(reasonOf({ now: () => new Date((SIGNED_AT + seconds) * 1000) })).toBe(reason);
  });

  it('takes another tolerance, and lets nothing through for one that makes no sense', () => {
    const later = () => new Date((SIGNED_AT + 61) * 1000);
    expect(reasonOf({ now: later, toleranceSeconds: 61 })).toBeNull();
    expect(reasonOf({ now: later, toleranceSeconds: 60 })).toBe('too_old');
    expect(reasonOf({ toleranceSeconds: 0 })).toBeNull();
    expect(reasonOf({ toleranceSeconds: NaN })).toBe('too_old');
    expect(reasonOf({ now: () => new Date(NaN) })).toBe('too_old');
  });

  it('asks the machine what time it is when nobody says', () => {
    const time = Math.floor(Date.now() / 1000);
    expect(verify({ now: undefined, signature: signatureOf(VECTOR.body, time) })).toBe(time);
    expect(reasonOf({ now: undefined })).toBe('too_old');
  });

  it('says nothing about the time of what was not signed', () => {
    expect(reasonOf({ payload: 'other', now: () => new Date((SIGNED_AT + 900) * 1000) })).toBe('wrong_signature');
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
    [`t=${time},v1=${v1}`],
  ])('refuses the header %j', (signature) => {
    expect(reasonOf({ signature })).toBe('malformed_signature');
  });

  it('takes no header but its own form, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), (signature) => {
        expect(reasonOf({ signature })).toBe('malformed_signature');
      }),
    );
  });

  it('refuses to work without a secret, and with a body that was read already', () => {
    const unsafe = (overrides: object) => () => verify(overrides as Partial<WebhookToVerify>);
    expect(unsafe({ secret: '', signature: `t=${time},v1=${v1}` })).toThrow(TypeError);
    expect(unsafe({ secret: undefined })).toThrow(TypeError);
    expect(unsafe({ secret: null })).toThrow(TypeError);
    expect(unsafe({ secret: [] })).toThrow(TypeError);
    expect(unsafe({ secret: [SECRET, ''] })).toThrow(TypeError);
    expect(unsafe({ secret: [SECRET, undefined] })).toThrow(TypeError);
    expect(unsafe({ payload: JSON.parse(VECTOR.body) })).toThrow(TypeError);
    expect(unsafe({ payload: undefined })).toThrow(TypeError);
  });

  it('depends on nothing but Node, so that the file can be copied', () => {
    const source = readFileSync(join(__dirname, 'index.ts'), 'utf8');
    expect([...source.matchAll(/\bfrom '([^']+)'|\b(?:import|require)\(/g)].map(([, name]) => name)).toEqual([
      'node:crypto',
    ]);
  });
});
