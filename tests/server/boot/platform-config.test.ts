/** The configuration read from the environment. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/kit/config/config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://exchange:correct-horse@mail.example',
  MAIL_FROM: 'Meridian <hello@exchange.example>',
};
const MAKER = { MARKET_MAKER: 'on', MARKET_MAKER_ACCOUNT: 'maker@exchange.example' };

test('without a single variable the demo exchange runs on this machine alone', () => {
  expect(readConfig({})).toEqual({
    marketMaker: true,
    priceSources: ['simulated'],
    priceSourceUrls: {},
    indexLog: { keptDays: 7, witnesses: [] },
    evm: undefined,
    operator: { host: '127.0.0.1', port: 3001 },
    nodeEnv: 'development',
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    secretKey: undefined,
    seed: 'demo',
    publicOrigins: [],
    mail: undefined,
    sms: undefined,
    logLevel: 'info',
    trustProxy: false,
    passwordProfile: 'spec',
    asksNewDevices: false,
    passwordCost: 'full',
    links: {},
    orderCommandsPerS: 50,
    fiatWithdrawalHoldMs: 0,
    leverProfile: 'open',
    isMicroOffered: true,
    blockedAreas: new Set(),
    unsettledCreditMaxUsdt: { perUser: 100_000, total: 1_000_000 },
    diskWarningBytes: 5e9,
    webPush: 'on',
    control: undefined,
  });
});

test('a new device needs a code in production, unless it is set otherwise', () => {
  expect(readConfig(PRODUCTION).asksNewDevices).toBe(true);
  expect(readConfig({ ...PRODUCTION, NEW_DEVICE_CODE: 'off' }).asksNewDevices).toBe(false);
  expect(readConfig({ NEW_DEVICE_CODE: 'on' }).asksNewDevices).toBe(true);
});

test('the minimum of free disk space is given in GB', () => {
  expect(readConfig({ DISK_WARNING_GB: '0' }).diskWarningBytes).toBe(0);
  expect(readConfig({ DISK_WARNING_GB: '0.5' }).diskWarningBytes).toBe(5e8);
  for (const wrong of ['-1', '5e3', '100001', 'much'])
    expect(() => readConfig({ DISK_WARNING_GB: wrong })).toThrow(/DISK_WARNING_GB must be/);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '', TRUST_PROXY: '' })).toEqual(readConfig({}));
});

test('password hashes have full cost unless a test lowers it', () => {
  for (const env of [{}, PRODUCTION, { NODE_ENV: 'test' }])
    expect(readConfig(env).passwordCost).toBe('full');
  expect(readConfig({ NODE_ENV: 'test', PASSWORD_COST: 'low' }).passwordCost).toBe('low');
});

test('in production nothing is seeded', () => {
  expect(readConfig(PRODUCTION).seed).toBe('none');
});

test('operators have a port of their own, chosen by the system when the other one is', () => {
  expect(readConfig({ PORT: '8080' }).operator.port).toBe(3001);
  expect(readConfig({ PORT: '0' }).operator.port).toBe(0);
  const chosen = readConfig({ PORT: '0', OPERATOR_PORT: '8081', OPERATOR_HOST: '10.0.0.1' });
  expect(chosen.operator).toEqual({ host: '10.0.0.1', port: 8081 });
});

test('lists are split at commas', () => {
  const { publicOrigins, trustProxy } = readConfig({
    PUBLIC_ORIGIN: 'https://a.example, http://b.example:8080',
    TRUST_PROXY: 'loopback,10.0.0.0/8,2001:db8::/32',
  });
  expect(publicOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32']);
});

test('prices come from two exchanges or more in production, and the market maker quotes around them', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ priceSources: [], marketMaker: false });
  const env = { ...PRODUCTION, PRICE_SOURCES: 'binance, kraken', ...MAKER };
  expect(readConfig(env)).toMatchObject({
    priceSources: ['binance', 'kraken'],
    marketMaker: true,
    marketMakerAccount: 'maker@exchange.example',
  });
});

test('a price source may have another address, over a connection that cannot be altered', () => {
  const urlsOf = (urls: string) =>
    readConfig({ PRICE_SOURCES: 'binance,kraken', PRICE_SOURCE_URLS: urls }).priceSourceUrls;
  expect(readConfig({}).priceSourceUrls).toEqual({});
  expect(urlsOf('binance=wss://prices.example/stream, kraken=ws://127.0.0.1:9/v2')).toEqual({
    binance: 'wss://prices.example/stream',
    kraken: 'ws://127.0.0.1:9/v2',
  });
});

test('the rate of order commands is a whole number above zero', () => {
  expect(readConfig({ ORDER_COMMANDS_PER_S: '200' }).orderCommandsPerS).toBe(200);
  for (const rate of ['0', '-1', '1.5', '100001', 'many'])
    expect(() => readConfig({ ORDER_COMMANDS_PER_S: rate })).toThrow('from 1 to 100000');
});

test('the hold of purchases is given in hours', () => {
  const holdOf = (hours: string) =>
    readConfig({ FIAT_WITHDRAWAL_HOLD_H: hours }).fiatWithdrawalHoldMs;
  expect([holdOf('0'), holdOf('24'), holdOf('168')]).toEqual([0, 86_400_000, 604_800_000]);
});

test('links of the environment are the initial settings', () => {
  const { links } = readConfig({ SERVICE_URL: 'https://chat.example/meridian' });
  expect(links).toEqual({ service_url: 'https://chat.example/meridian' });
});

describe.each([
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000x'],
  ['OPERATOR_PORT', 'none'],
  ['FIAT_WITHDRAWAL_HOLD_H', '169'],
  ['FIAT_WITHDRAWAL_HOLD_H', '1.5'],
  ['FIAT_WITHDRAWAL_HOLD_H', '-1'],
  ['UNSETTLED_CREDIT_USER_MAX_USDT', '1.5'],
  ['UNSETTLED_CREDIT_TOTAL_MAX_USDT', '1000000001'],
  ['DATABASE_URL', 'mysql://localhost/meridian'],
  ['SECRET_KEY', 'short'],
  ['SEED', 'all'],
  ['NODE_ENV', 'staging'],
  ['PUBLIC_ORIGIN', '*'],
  ['PUBLIC_ORIGIN', 'https://a.example/'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['SMTP_URL', 'http://mail.example'],
  ['SERVICE_URL', 'javascript:alert(1)'],
  ['SERVICE_URL', '/help-center'],
  ['APP_DOWNLOAD_URL', 'http://app.example'],
  ['LOG_LEVEL', 'verbose'],
  ['PASSWORD_PROFILE', 'none'],
  ['PASSWORD_COST', 'none'],
  ['NEW_DEVICE_CODE', 'yes'],
  ['WEB_PUSH', 'maybe'],
  ['MARKET_MAKER_ACCOUNT', 'maker'],
  ['PRICE_SOURCES', 'binance'],
  ['PRICE_SOURCES', 'simulated,binance'],
  ['PRICE_SOURCES', 'binance,binance'],
  ['PRICE_SOURCES', 'Binance,kraken'],
  ['PRICE_SOURCES', 'binance,,kraken'],
  ['PRICE_SOURCE_URLS', 'wss://prices.example'],
  ['PRICE_SOURCE_URLS', 'binance='],
  ['PRICE_SOURCE_URLS', 'binance=https://prices.example'],
  ['PRICE_SOURCE_URLS', 'binance=ws://prices.example'],
  ['PRICE_SOURCE_URLS', 'binance=ws://127.0.0.1.prices.example'],
  ['PRICE_SOURCE_URLS', 'binance=wss://a.example,binance=wss://b.example'],
])('%s=%s', (name, value) => {
  test('is refused by its name', () => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} must be`);
  });
});

describe.each([
  ['mail without a sender', { SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs MAIL_FROM'],
  ['SMS without its token', { SMS_URL: 'https://sms.example' }, 'SMS_URL needs SMS_TOKEN'],
  ['an SMS token without its address', { SMS_TOKEN: 'x' }, 'SMS_TOKEN needs SMS_URL'],
  [
    'a control interface without its token',
    { NODE_ENV: 'test', CONTROL_PORT: '0' },
    'CONTROL_PORT needs CONTROL_TOKEN',
  ],
  [
    'a control interface outside of tests',
    { CONTROL_PORT: '0', CONTROL_TOKEN: 'a-token-of-sixteen' },
    'CONTROL_PORT is only for NODE_ENV=test',
  ],
  [
    'cheap password hashes in production',
    { ...PRODUCTION, PASSWORD_COST: 'low' },
    'PASSWORD_COST=low is only for NODE_ENV=test',
  ],
  [
    'cheap password hashes in development',
    { PASSWORD_COST: 'low' },
    'PASSWORD_COST=low is only for NODE_ENV=test',
  ],
  [
    'push messages to this machine outside of tests',
    { WEB_PUSH: 'loopback' },
    'WEB_PUSH=loopback is only for NODE_ENV=test',
  ],
  [
    'a default password of the database in production',
    { ...PRODUCTION, DATABASE_URL: 'postgres://meridian:postgres@db.example/meridian' },
    'DATABASE_URL holds a default password',
  ],
  [
    'a database of its own without its secret in production',
    { ...PRODUCTION, DATABASE_URL: 'postgres://db.example/meridian' },
    'DATABASE_URL needs SECRET_KEY',
  ],
  [
    'a secret that is easy to guess in production',
    { ...PRODUCTION, SECRET_KEY: 'a'.repeat(64) },
    'SECRET_KEY must be random',
  ],
  [
    'a market maker in production without prices',
    { ...PRODUCTION, MARKET_MAKER: 'on' },
    'MARKET_MAKER=on needs PRICE_SOURCES',
  ],
  [
    'a house that quotes in production without coins',
    { ...PRODUCTION, PRICE_SOURCES: 'binance,kraken', MARKET_MAKER: 'on' },
    'MARKET_MAKER=on needs MARKET_MAKER_ACCOUNT',
  ],
  [
    'the address of a source that is not used',
    { PRICE_SOURCES: 'binance,kraken', PRICE_SOURCE_URLS: 'okx=wss://prices.example' },
    'PRICE_SOURCE_URLS has okx, which PRICE_SOURCES does not name',
  ],
  [
    'simulated prices in production',
    { ...PRODUCTION, PRICE_SOURCES: 'simulated' },
    'PRICE_SOURCES=simulated is not for NODE_ENV=production',
  ],
])('%s', (_, env, fault) => {
  test('is refused', () => {
    expect(() => readConfig(env)).toThrow(fault);
  });
});

test('blocked areas are ids of the list of areas', () => {
  expect(readConfig({ BLOCKED_AREAS: '1, 58' }).blockedAreas).toEqual(new Set([1, 58]));
  for (const wrong of ['0', '1,', 'CN', '1.5', '0x3a', '1e1'])
    expect(() => readConfig({ BLOCKED_AREAS: wrong })).toThrow(/BLOCKED_AREAS must be ids/);
});

test('the index log is kept by a demo, and elsewhere where it is asked for', () => {
  expect(readConfig({ NODE_ENV: 'test' }).indexLog).toBeUndefined();
  expect(readConfig(PRODUCTION).indexLog).toBeUndefined();
  expect(readConfig({ INDEX_LOG: 'off' }).indexLog).toBeUndefined();
  const kept = { ...PRODUCTION, INDEX_LOG: 'on', PRICE_SOURCES: 'binance,kraken' };
  expect(readConfig(kept).indexLog).toEqual({ keptDays: 90, witnesses: [] });
  expect(() => readConfig({ ...PRODUCTION, INDEX_LOG: 'on' })).toThrow(/INDEX_LOG=on needs/);
});

test('fast contracts are offered by a demo, in production where they are asked for, and never without an index log', () => {
  const isOffered = (env: Readonly<Record<string, string>>) => readConfig(env).isMicroOffered;
  const logged = { ...PRODUCTION, INDEX_LOG: 'on', PRICE_SOURCES: 'binance,kraken' };
  expect(isOffered(logged)).toBe(false);
  expect(isOffered({ ...logged, MICRO_TRADING: 'on' })).toBe(true);
  expect(isOffered({ ...logged, MICRO_TRADING: 'off' })).toBe(false);
  expect(isOffered({ ...PRODUCTION, MICRO_TRADING: 'on' })).toBe(false);
  expect(isOffered({ ...logged, INDEX_LOG: 'off', MICRO_TRADING: 'on' })).toBe(false);
  expect(isOffered({ MICRO_TRADING: 'off' })).toBe(false);
  expect(isOffered({ INDEX_LOG: 'off', MICRO_TRADING: 'on' })).toBe(false);
  expect(() => readConfig({ ...logged, MICRO_TRADING: 'yes' })).toThrow(/MICRO_TRADING/);
});

test('witnesses are reached by encrypted connections, or on this machine', () => {
  const WITNESS_URLS = 'https://one.example/heads, http://127.0.0.1:8080/';
  expect(readConfig({ INDEX_DAYS: '400', WITNESS_URLS }).indexLog).toEqual({
    keptDays: 400,
    witnesses: ['https://one.example/heads', 'http://127.0.0.1:8080/'],
  });
  for (const wrong of [
    'http://one.example',
    'ftp://one.example',
    'https://me:secret@one.example',
    'https://one.example,https://one.example',
    'one.example',
  ])
    expect(() => readConfig({ WITNESS_URLS: wrong })).toThrow(/WITNESS_URLS must be/);
  for (const wrong of ['0', '1.5', '4001', 'long'])
    expect(() => readConfig({ INDEX_DAYS: wrong })).toThrow(/INDEX_DAYS must be/);
});
