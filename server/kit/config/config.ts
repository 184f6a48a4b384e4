/** The environment, read once and checked together: every fault is reported in one message. */
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { isOutsideLink } from '../../../contract/outside-link.ts';
import {
  PASSWORD_PROFILES,
  type PasswordProfile,
} from '../../../contract/identity/password-policy.ts';
import { LEVER_PROFILES, type LeverProfile } from '../../../contract/people/risk-versions.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { CHAIN_VARIABLES, chainFaults, evmSettingsOf } from './config-chains.ts';
import type { EvmSettings } from './config-chains.ts';
import { GB } from '../process/disk-watch.ts';
import { LOG_LEVELS } from '../log.ts';
import type { LogLevel } from '../log.ts';
import { INDEX_VARIABLES, indexSettingsOf, type IndexSettings } from './config-index.ts';
import { PRICE_VARIABLES, priceFaults } from './config-prices.ts';
import { productionFaults } from './config-production.ts';
import { StartupError } from '../process/startup-error.ts';

export interface Config {
  readonly nodeEnv: 'development' | 'test' | 'production';
  /** 0 lets the system choose. */
  readonly port: number;
  /**
   * 127.0.0.1 serves this machine only; 0.0.0.0 serves the network, for a phone on the same Wi-Fi.
   */
  readonly host: string;
  /** Address of the operators' application; a loopback address by default. */
  readonly operator: { readonly host: string; readonly port: number };
  /** Absolute path of the embedded database and the pictures that users upload. */
  readonly dataDir: string;
  /** A PostgreSQL server to use instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The same database for the owner of the tables, who migrates. */
  readonly databaseOwnerUrl: string | undefined;
  /**
   * Encrypts the secrets in the database; without it a secret is generated and kept in `dataDir`.
   */
  readonly secretKey: string | undefined;
  /** The content that an empty database is filled with. */
  readonly seed: 'demo' | 'none';
  /**
   * Origins whose pages may open `/ws`, in addition to the request's own. HSTS is on if all of
   * them are https.
   */
  readonly publicOrigins: readonly string[];
  /** SMTP settings; without them, mail goes to the development mailbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** SMS provider; without it, text messages go to the development mailbox. */
  readonly sms: { readonly url: string; readonly token: string } | undefined;
  readonly logLevel: LogLevel;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustProxy: false | readonly string[];
  readonly passwordProfile: PasswordProfile;
  /** Whether a sign-in from a new device needs a code that is sent to the user. */
  readonly asksNewDevices: boolean;
  /** How contracts are offered. */
  readonly leverProfile: LeverProfile;
  /** Whether new fast contracts are taken; they need the index log. */
  readonly isMicroOffered: boolean;
  /** Ids of the areas whose users may place no new orders of contracts and fast contracts. */
  readonly blockedAreas: ReadonlySet<number>;
  /** Cost of a password hash; low only in `NODE_ENV=test`. */
  readonly passwordCost: PasswordCost;
  /** Initial links, until an operator sets others. */
  readonly links: { readonly service_url?: string; readonly app_download_url?: string };
  /** Whether the market maker quotes the spot markets. */
  readonly marketMaker: boolean;
  /** Email address of the user whose coins the market maker quotes; undefined for the inventory of a demo. */
  readonly marketMakerAccount: string | undefined;
  /**
   * The sources of outside prices: empty for none, `simulated` alone, or names of exchanges. Without
   * prices no market takes orders.
   */
  readonly priceSources: readonly string[];
  /** Addresses of sockets by name of the source, instead of the documented ones. */
  readonly priceSourceUrls: Readonly<Record<string, string>>;
  /** Undefined for an exchange without an index log. */
  readonly indexLog: IndexSettings | undefined;
  /** Order commands of one user per second, over ten seconds or longer. */
  readonly orderCommandsPerS: number;
  /** Time for which crypto bought for fiat money cannot be withdrawn; 0: no hold (T+0). */
  readonly fiatWithdrawalHoldMs: number;
  /** The highest credit of deposits that may still be reversed, in whole USDT. */
  readonly unsettledCreditMaxUsdt: { readonly perUser: number; readonly total: number };
  /** Free bytes on the disk of `dataDir` below which the server warns; 0: never. */
  readonly diskWarningBytes: number;
  /**
   * Whether users get push notifications by Web Push; loopback: in a test, a push service on this
   * machine is allowed, too.
   */
  readonly webPush: (typeof WEB_PUSH)[number];
  /**
   * The chain of real deposits and withdrawals, in addition to the development chain, which
   * production does not have.
   */
  readonly evm: EvmSettings | undefined;
  /** The control interface; only in `NODE_ENV=test`. */
  readonly control: { readonly port: number; readonly token: string } | undefined;
}

const OPERATOR_PORT = 3001;
const PASSWORD_COSTS = ['full', 'low'] as const;
export type PasswordCost = (typeof PASSWORD_COSTS)[number];
const WEB_PUSH = ['on', 'off', 'loopback'] as const;
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a whole number from 0 to 65535');
const HOLD_FAULT = 'must be a whole number of hours from 0 to 168';
const holdHours = z
  .string()
  .regex(/^\d{1,3}$/, HOLD_FAULT)
  .transform(Number)
  .refine((hours) => hours <= 168, HOLD_FAULT);
const USDT_FAULT = 'must be a whole number of USDT from 0 to 1000000000';
const wholeUsdt = z
  .string()
  .regex(/^\d{1,10}$/, USDT_FAULT)
  .transform(Number)
  .refine((amount) => amount <= 1_000_000_000, USDT_FAULT);
const RATE_FAULT = 'must be a whole number from 1 to 100000';
const ratePerS = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, RATE_FAULT)
  .transform(Number)
  .refine((rate) => rate <= 100_000, RATE_FAULT);
const DISK_FAULT = 'must be a number of GB from 0 to 100000, such as 5 or 0.5';
const gigabytes = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,3})?$/, DISK_FAULT)
  .transform(Number)
  .refine((value) => value <= 100_000, DISK_FAULT);
const outsideLink = z.string().refine(isOutsideLink, 'must be an https:, mailto: or tel: link');
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const origins = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine((list) => list.every(isOrigin), 'must be origins such as https://exchange.example');
const areaIds = z
  .string()
  .regex(/^ *[1-9]\d{0,3} *(, *[1-9]\d{0,3} *)*$/, 'must be ids of areas such as 1,58')
  .transform((text) => text.split(',').map(Number));
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const proxies = z
  .string()
  .transform((text) => (text === 'false' ? [] : text.split(',').map((item) => item.trim())))
  .refine(
    (list) => list.every(isProxy),
    'must be false, loopback, linklocal, uniquelocal, addresses or networks such as 10.0.0.0/8',
  );

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  OPERATOR_PORT: port.optional(),
  OPERATOR_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/, error: 'must be a postgres:// address' })
    .optional(),
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(?:ql)?$/, error: 'must be a postgres:// address' })
    .optional(),
  SECRET_KEY: z
    .string()
    .min(43, 'must be at least 43 random characters, e.g. of `openssl rand -base64 32`')
    .optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  PUBLIC_ORIGIN: origins.default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: z.string().regex(/@/, 'must be a mail address').optional(),
  SMS_URL: webUrl.optional(),
  SMS_TOKEN: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  TRUST_PROXY: proxies.default([]),
  PASSWORD_PROFILE: z.enum(PASSWORD_PROFILES).default('spec'),
  NEW_DEVICE_CODE: z.enum(['on', 'off']).optional(),
  LEVER_PROFILE: z.enum(LEVER_PROFILES).default('open'),
  MICRO_TRADING: z.enum(['on', 'off']).optional(),
  BLOCKED_AREAS: areaIds.default([]),
  PASSWORD_COST: z.enum(PASSWORD_COSTS).default('full'),
  SERVICE_URL: outsideLink.optional(),
  APP_DOWNLOAD_URL: outsideLink.optional(),
  MARKET_MAKER: z.enum(['on', 'off']).optional(),
  MARKET_MAKER_ACCOUNT: z.email('must be an email address').optional(),
  ORDER_COMMANDS_PER_S: ratePerS.default(50),
  FIAT_WITHDRAWAL_HOLD_H: holdHours.default(0),
  UNSETTLED_CREDIT_USER_MAX_USDT: wholeUsdt.default(100_000),
  UNSETTLED_CREDIT_TOTAL_MAX_USDT: wholeUsdt.default(1_000_000),
  DISK_WARNING_GB: gigabytes.default(5),
  WEB_PUSH: z.enum(WEB_PUSH).default('on'),
  ...PRICE_VARIABLES,
  ...INDEX_VARIABLES,
  ...CHAIN_VARIABLES,
  CONTROL_PORT: port.optional(),
  CONTROL_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
});
type Environment = z.infer<typeof environment>;

/** Reads `env`; an empty variable counts as not set. @throws StartupError with all faults. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  const faults = parsed.success
    ? [...pairFaults(parsed.data), ...productionFaults(parsed.data)]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${faultText(issue)}`);
  if (!parsed.success || faults.length > 0)
    throw new StartupError(`The configuration is not valid: ${faults.join('; ')}.`);
  return toConfig(parsed.data);
}

function faultText(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value'
    ? `must be one of ${issue.values.map(String).join(', ')}`
    : issue.message;
}

/** Reports variables that are only valid together, or only in tests. */
function pairFaults(values: Environment): readonly string[] {
  const faults: string[] = [];
  const needs = (one: keyof Environment, other: keyof Environment) => {
    if (values[one] !== undefined && values[other] === undefined)
      faults.push(`${one} needs ${other}`);
  };
  needs('SMTP_URL', 'MAIL_FROM');
  needs('SMS_URL', 'SMS_TOKEN');
  needs('SMS_TOKEN', 'SMS_URL');
  needs('CONTROL_PORT', 'CONTROL_TOKEN');
  if (values.CONTROL_PORT !== undefined && values.NODE_ENV !== 'test')
    faults.push('CONTROL_PORT is only for NODE_ENV=test');
  if (values.PASSWORD_COST === 'low' && values.NODE_ENV !== 'test')
    faults.push('PASSWORD_COST=low is only for NODE_ENV=test');
  if (values.WEB_PUSH === 'loopback' && values.NODE_ENV !== 'test')
    faults.push('WEB_PUSH=loopback is only for NODE_ENV=test');
  return [...faults, ...priceFaults(values), ...chainFaults(values)];
}

function toConfig(values: Environment): Config {
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, CONTROL_PORT, CONTROL_TOKEN } = values;
  const seed = values.SEED ?? (values.NODE_ENV === 'production' ? 'none' : 'demo');
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    operator: {
      host: values.OPERATOR_HOST,
      // If the system chooses one port, it chooses the other, too.
      port: values.OPERATOR_PORT ?? (values.PORT === 0 ? 0 : OPERATOR_PORT),
    },
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    secretKey: values.SECRET_KEY,
    seed,
    publicOrigins: values.PUBLIC_ORIGIN,
    mail: SMTP_URL && MAIL_FROM ? { smtpUrl: SMTP_URL, from: MAIL_FROM } : undefined,
    sms: SMS_URL && SMS_TOKEN ? { url: SMS_URL, token: SMS_TOKEN } : undefined,
    logLevel: values.LOG_LEVEL,
    trustProxy: values.TRUST_PROXY.length > 0 && values.TRUST_PROXY,
    passwordProfile: values.PASSWORD_PROFILE,
    asksNewDevices:
      values.NEW_DEVICE_CODE === undefined
        ? values.NODE_ENV === 'production'
        : values.NEW_DEVICE_CODE === 'on',
    passwordCost: values.PASSWORD_COST,
    leverProfile: values.LEVER_PROFILE,
    isMicroOffered: isMicroOffered(values),
    blockedAreas: new Set(values.BLOCKED_AREAS),
    links: {
      ...(values.SERVICE_URL && { service_url: values.SERVICE_URL }),
      ...(values.APP_DOWNLOAD_URL && { app_download_url: values.APP_DOWNLOAD_URL }),
    },
    priceSources: values.PRICE_SOURCES ?? (values.NODE_ENV === 'production' ? [] : ['simulated']),
    priceSourceUrls: values.PRICE_SOURCE_URLS ?? {},
    indexLog: indexSettingsOf(values, values.NODE_ENV),
    // Its first inventory comes with the demo seed.
    marketMaker:
      values.MARKET_MAKER === undefined
        ? seed === 'demo' && values.NODE_ENV !== 'production'
        : values.MARKET_MAKER === 'on',
    marketMakerAccount: values.MARKET_MAKER_ACCOUNT,
    orderCommandsPerS: values.ORDER_COMMANDS_PER_S,
    fiatWithdrawalHoldMs: values.FIAT_WITHDRAWAL_HOLD_H * HOUR_MS,
    unsettledCreditMaxUsdt: {
      perUser: values.UNSETTLED_CREDIT_USER_MAX_USDT,
      total: values.UNSETTLED_CREDIT_TOTAL_MAX_USDT,
    },
    diskWarningBytes: values.DISK_WARNING_GB * GB,
    webPush: values.WEB_PUSH,
    evm: evmSettingsOf(values),
    control:
      CONTROL_PORT !== undefined && CONTROL_TOKEN !== undefined
        ? { port: CONTROL_PORT, token: CONTROL_TOKEN }
        : undefined,
  };
}

/** Production must ask for them, because not every place allows them. */
function isMicroOffered(values: Environment): boolean {
  if (indexSettingsOf(values, values.NODE_ENV) === undefined) return false;
  return values.MICRO_TRADING === undefined
    ? values.NODE_ENV !== 'production'
    : values.MICRO_TRADING === 'on';
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isProxy(text: string): boolean {
  const [address = '', bits] = text.split('/');
  if (bits === undefined && PROXY_NAMES.includes(text)) return true;
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  return (
    version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax))
  );
}
