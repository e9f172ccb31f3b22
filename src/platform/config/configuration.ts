import { isCommonPassword, isOwnName } from '../../kernel/common-passwords';
import { parsedUrl } from '../../kernel/uri';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { readBaseUrl } from './base-url';
import { readDatabaseUrl, readReplicaUrl } from './database-urls';
import { ConfigurationError, Environment } from './environment';

/** The service's settings, read once at start. Every field is described in the README's table of variables. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Origin and path prefix used in links of e-mails, without a trailing slash; null until the port is known. */
  readonly baseUrl: string | null;
  readonly databaseUrl: string | null;
  /** A read replica of it, for reports and exports. */
  readonly databaseReplicaUrl: string | null;
  /** Fewer than 6 count as 6: see open-database.ts. */
  readonly databasePoolSize: number;
  readonly dataDir: string;
  readonly redisUrl: string | null;
  readonly production: boolean;
  /** 32 bytes, base64; null means: generate one into the data directory. */
  readonly encryptionKey: Buffer | null;
  /** The previous key, which reads what it sealed; null when there is none. */
  readonly encryptionKeyPrevious: Buffer | null;
  readonly bootstrapEmail: string;
  readonly bootstrapPassword: string | null;
  readonly smtpUrl: string | null;
  /** Who e-mails come from. */
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** The Cloud API of WhatsApp; null unless all three variables are set. */
  readonly whatsapp: WhatsAppConfiguration | null;
  readonly rateLimit: number;
  /** For a signed-in user's session; the limit of API keys and addresses is {@link rateLimit}. */
  readonly sessionRateLimit: number;
  readonly rateLimitWindowSeconds: number;
  readonly loginRateLimit: number;
  /** Whether Super Admins must have a second factor, a week after their account was made. */
  readonly superAdminSecondFactor: boolean;
  /** Registrations per address and day in UTC, and five times as many per mail domain; 0 for no limit. */
  readonly registrationLimit: number;
  /** Recipients of e-mail per organization and day in UTC; 0 for no limit. */
  readonly mailDailyLimit: number;
  /** The same, until one of the organization's Admins has confirmed their address. */
  readonly mailDailyLimitUnconfirmed: number;
  readonly trustProxy: boolean | number | string[];
  readonly corsOrigins: readonly string[];
  readonly webhookRetryDelaysSeconds: readonly number[];
  readonly webhookTimeoutMs: number;
  readonly webhookAllowedNetworks: readonly string[];
  readonly webhookDeliveredDays: number;
  readonly webhookFailedDays: number;
  /** Whether the dashboard is served, where it has been built. */
  readonly dashboard: boolean;
  readonly logLevel: string;
  readonly metricsToken: string | null;
}

/** Where WhatsApp messages are handed in, and as whom. */
interface WhatsAppConfiguration {
  /** What stands before `/{phoneId}/messages`, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly phoneId: string;
}

export const CONFIGURATION = Symbol('Configuration');

const NODE_ENVS = ['development', 'test', 'production'];
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const NAMED_PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const WEBHOOK_ATTEMPTS = 6;
/** Longer ones cannot sign in. */
const MAX_EMAIL_LENGTH = 254;
/** Fine for a first look; in production somebody else might own the mailbox that a reset of the password goes to. */
export const DEFAULT_BOOTSTRAP_EMAIL = 'admin@example.com';

/**
 * Reads the settings from environment variables.
 *
 * @param env usually `process.env`; an empty value counts as absent
 * @throws ConfigurationError naming the first variable whose value can't be used
 */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const variables = new Environment(env);
  const production = variables.oneOf('NODE_ENV', 'development', NODE_ENVS) === 'production';
  const rateLimit = variables.integer('RATE_LIMIT', 100, 1, 1_000_000_000);
  const bootstrapEmail = readBootstrapEmail(variables.text('BOOTSTRAP_EMAIL') ?? DEFAULT_BOOTSTRAP_EMAIL);
  return {
    port: variables.integer('PORT', 3000, 0, 65535),
    host: readHost(variables.text('HOST') ?? '127.0.0.1'),
    baseUrl: readBaseUrl(variables, production),
    databaseUrl: readDatabaseUrl('DATABASE_URL', variables),
    databaseReplicaUrl: readReplicaUrl(variables),
    databasePoolSize: variables.integer('DATABASE_POOL_SIZE', 20, 1, 1000),
    dataDir: resolve(variables.text('DATA_DIR') ?? '.data'),
    redisUrl: readRedisUrl(variables),
    production,
    encryptionKey: readEncryptionKey(variables.text('ENCRYPTION_KEY'), production),
    encryptionKeyPrevious: readKey('ENCRYPTION_KEY_PREVIOUS', variables.text('ENCRYPTION_KEY_PREVIOUS')),
    bootstrapEmail,
    bootstrapPassword: readBootstrapPassword(variables.exactText('BOOTSTRAP_PASSWORD'), bootstrapEmail),
    smtpUrl: readSmtpUrl(variables),
    mailFrom: readMailFrom(variables.text('MAIL_FROM') ?? 'Tour Events <no-reply@localhost>'),
    whatsapp: readWhatsApp(variables),
    rateLimit,
    sessionRateLimit: variables.integer('SESSION_RATE_LIMIT', rateLimit, 1, 1_000_000_000),
    rateLimitWindowSeconds: variables.integer('RATE_LIMIT_WINDOW', 60, 1, 86_400),
    loginRateLimit: variables.integer('LOGIN_RATE_LIMIT', 10, 1, 1_000_000_000),
    superAdminSecondFactor:
      variables.oneOf('SUPER_ADMIN_SECOND_FACTOR', production ? 'required' : 'optional', ['optional', 'required']) ===
      'required',
    registrationLimit: variables.integer('REGISTRATION_LIMIT', 20, 0, 1_000_000_000),
    mailDailyLimit: variables.integer('MAIL_DAILY_LIMIT', 10_000, 0, 1_000_000_000),
    mailDailyLimitUnconfirmed: variables.integer('MAIL_DAILY_LIMIT_UNCONFIRMED', 50, 0, 1_000_000_000),
    trustProxy: readTrustProxy(variables.text('TRUST_PROXY'), production),
    corsOrigins: readList(variables.text('CORS_ORIGINS')).map(readOrigin),
    webhookRetryDelaysSeconds: readRetryDelays(variables.text('WEBHOOK_RETRY_DELAYS') ?? '0,30,300,3600,21600,86400'),
    webhookTimeoutMs: variables.integer('WEBHOOK_TIMEOUT_MS', 15_000, 100, 600_000),
    webhookAllowedNetworks: readList(variables.text('WEBHOOK_ALLOWED_NETWORKS')).map(readNetwork),
    webhookDeliveredDays: variables.integer('WEBHOOK_DELIVERED_DAYS', 30, 1, 36_500),
    webhookFailedDays: variables.integer('WEBHOOK_FAILED_DAYS', 90, 1, 36_500),
    dashboard: variables.oneOf('DASHBOARD', 'on', ['on', 'off']) === 'on',
    logLevel: variables.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    metricsToken: variables.token('METRICS_TOKEN'),
  };
}

/** Four numbers that are no address are a mistyped one. */
function readHost(value: string): string {
  if (isIP(value) !== 0 || (/^[\p{L}\p{N}._-]+$/u.test(value) && !/^\d+(\.\d+){3}$/.test(value))) return value;
  throw new ConfigurationError('HOST', `must be an IP address or a name, not "${value}"`);
}

/** Checks only what would make the client fail; understanding the rest is left to the client. */
function readRedisUrl(variables: Environment): string | null {
  const value = variables.serverUrl('REDIS_URL', ['redis:', 'rediss:']);
  if (value === null) return null;
  requireReachable('REDIS_URL', new URL(value));
  if (!/^\/?\d{0,4}$/.test(new URL(value).pathname)) {
    throw new ConfigurationError('REDIS_URL', 'must have nothing but the number of a database behind its host');
  }
  return value;
}

/** Checks as much as {@link readRedisUrl}. */
function readSmtpUrl(variables: Environment): string | null {
  const value = variables.serverUrl('SMTP_URL', ['smtp:', 'smtps:']);
  if (value !== null) requireReachable('SMTP_URL', new URL(value));
  return value;
}

/** @throws ConfigurationError without a host, or with credentials that are not percent-encoded */
function requireReachable(name: string, { hostname, username, password }: URL): void {
  if (hostname === '') throw new ConfigurationError(name, 'must name a host');
  if (!isDecodable(username + password)) {
    throw new ConfigurationError(name, 'must have a % in its password written as %25');
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readList(value: string | null): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readEncryptionKey(value: string | null, production: boolean): Buffer | null {
  if (value === null && production)
    throw new ConfigurationError('ENCRYPTION_KEY', 'must be set in production: 32 bytes in base64');
  return readKey('ENCRYPTION_KEY', value);
}

function readKey(name: string, value: string | null): Buffer | null {
  if (value === null) return null;
  const key = Buffer.from(value, 'base64');
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(value) || key.length !== 32) {
    throw new ConfigurationError(name, 'must be 32 bytes in base64');
  }
  return key;
}

function readBootstrapEmail(value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value) || value.length > MAX_EMAIL_LENGTH) {
    throw new ConfigurationError(
      'BOOTSTRAP_EMAIL',
      `must be an e-mail address of at most ${MAX_EMAIL_LENGTH} characters`,
    );
  }
  return value;
}

function readBootstrapPassword(value: string | null, email: string): string | null {
  if (value !== null && (value.length < 8 || value.length > 128)) {
    throw new ConfigurationError('BOOTSTRAP_PASSWORD', 'must have 8 to 128 characters');
  }
  if (value !== null && (isCommonPassword(value) || isOwnName(value, [email]))) {
    throw new ConfigurationError(
      'BOOTSTRAP_PASSWORD',
      'must not be a common password, a repetition, or BOOTSTRAP_EMAIL',
    );
  }
  return value;
}

function readMailFrom(value: string): { name: string; address: string } {
  const [, name, named, bare] =
    /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(value) ?? [];
  const address = named ?? bare;
  if (address === undefined) {
    throw new ConfigurationError(
      'MAIL_FROM',
      'must be an e-mail address, or a name and one: Tours <tours@example.com>',
    );
  }
  return { name: name ?? '', address };
}

/** Checks each variable, whether or not the others are set. */
function readWhatsApp(variables: Environment): WhatsAppConfiguration | null {
  const url = variables.webUrl('WHATSAPP_URL');
  const token = variables.token('WHATSAPP_TOKEN');
  const phoneId = variables.text('WHATSAPP_PHONE_ID');
  if (phoneId !== null && !/^[\w-]{1,64}$/.test(phoneId))
    throw new ConfigurationError('WHATSAPP_PHONE_ID', 'must be the id of a phone number, such as 106540352242922');
  return url === null || token === null || phoneId === null ? null : { url, token, phoneId };
}

function readTrustProxy(value: string | null, production: boolean): boolean | number | string[] {
  if (value === null || value === 'false') return false;
  if (value === 'true' && production) {
    throw new ConfigurationError(
      'TRUST_PROXY',
      'must not be true in production, where every caller could name an address of their choice: ' +
        'set the number of proxies in front of the service, or their addresses',
    );
  }
  if (value === 'true') return true;
  if (/^\d{1,3}$/.test(value)) return Number(value);
  const ranges = readList(value);
  for (const range of ranges) {
    if (!NAMED_PROXY_RANGES.includes(range) && !isNetwork(range)) {
      throw new ConfigurationError(
        'TRUST_PROXY',
        'must be true, false, a number of hops, or addresses and CIDR ranges',
      );
    }
  }
  return ranges;
}

function readOrigin(value: string): string {
  if (parsedUrl(value)?.origin !== value) {
    throw new ConfigurationError('CORS_ORIGINS', `must list origins such as https://app.example.com, not "${value}"`);
  }
  return value;
}

function readRetryDelays(value: string): number[] {
  const parts = readList(value);
  if (parts.length !== WEBHOOK_ATTEMPTS || !parts.every((part) => /^\d{1,7}$/.test(part))) {
    throw new ConfigurationError(
      'WEBHOOK_RETRY_DELAYS',
      `must be ${WEBHOOK_ATTEMPTS} whole numbers of seconds, separated by commas`,
    );
  }
  return parts.map(Number);
}

function readNetwork(value: string): string {
  if (!isNetwork(value)) {
    throw new ConfigurationError(
      'WEBHOOK_ALLOWED_NETWORKS',
      `must list CIDR ranges such as 10.0.0.0/8, not "${value}"`,
    );
  }
  return value;
}

function isNetwork(value: string): boolean {
  const [address = ''] = value.split('/');
  // Only the usual spelling of addresses: ipaddr.js reads others too ("0177.1").
  return isIP(value) !== 0 || (isIP(address) !== 0 && ipaddr.isValidCIDR(value));
}
