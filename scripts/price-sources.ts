/**
 * `npm run price-sources -- [seconds]`: follows the exchanges of PRICE_SOURCES (all by default) for a
 * while and prints the mark of each pair with the prices and ages behind it. Exit code 0: at least two
 * exchanges gave prices; 1: fewer did; 2: the settings are not valid.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { formatUnits } from '../contract/money/decimal.ts';
import { SECOND_MS, type Clock } from '../contract/time.ts';
import {
  followSources,
  SOURCE_NAMES,
  type FollowedSources,
} from '../server/areas/market/market.area.ts';
import { readConfig } from '../server/kit/config/config.ts';
import { StartupError } from '../server/kit/process/startup-error.ts';

const SECONDS = /^[1-9]\d{0,3}$/;
const SECONDS_USUAL = '10';
/** Fewer sources than this give no mark. */
const SOURCES_MIN = 2;

type PricePair = FollowedSources['pairs'][number];
type PriceSource = FollowedSources['sources'][number];

const clock: Clock = { now: () => Date.now() };

try {
  const seconds = process.argv[2] ?? SECONDS_USUAL;
  if (!SECONDS.test(seconds)) throw new StartupError('Usage: npm run price-sources -- [seconds]');
  const followed = follow();
  await pause(Number(seconds) * SECOND_MS);
  const isEnough = report(followed);
  await Promise.all(followed.sources.map((source) => source.stop()));
  process.exitCode = isEnough ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function follow(): FollowedSources {
  const exchanges = SOURCE_NAMES.filter((name) => name !== 'simulated').join(',');
  const { PRICE_SOURCES, PRICE_SOURCE_URLS } = process.env;
  const { priceSources, priceSourceUrls: urls } = readConfig({
    PRICE_SOURCES: PRICE_SOURCES || exchanges,
    PRICE_SOURCE_URLS,
  });
  if (priceSources.includes('simulated'))
    throw new StartupError(`PRICE_SOURCES=simulated follows no exchange; name some: ${exchanges}`);
  const log = { info: print, warn: print };
  return followSources(priceSources, { clock, log, chance: Math.random, urls });
}

/** Prints what a source has to say about its connection. */
function print(fields: object, text = ''): void {
  const { source, ...rest } = fields as Readonly<Record<string, unknown>>;
  const details = Object.values(rest).map((value) => [value].flat().join(', '));
  process.stderr.write(`${[`${source}: ${text}`, ...details].join(': ')}\n`);
}

/** @returns whether enough sources gave prices. */
function report({ pairs, sources, marks }: FollowedSources): boolean {
  for (const pair of pairs) {
    const { status, ticks } = marks.mark(pair.name);
    const mark = ticks === null ? '' : priceText(pair, ticks);
    const seen = sources.flatMap((source) => seenText(source, pair)).join(', ');
    const columns = [pair.name.padEnd(10), mark.padStart(14), status.padEnd(8), seen];
    process.stdout.write(`${columns.join('  ').trimEnd()}\n`);
  }
  const priced = sources.map((source) => pairs.filter((pair) => source.price(pair)).length);
  for (const [index, { id }] of sources.entries())
    process.stdout.write(`${id}: ${priced[index]} of ${pairs.length} pairs have a price\n`);
  const isEnough = priced.filter((count) => count > 0).length >= SOURCES_MIN;
  if (!isEnough)
    process.stderr.write(
      'Fewer than two exchanges gave prices. Does the network let this machine connect to them?\n',
    );
  return isEnough;
}

function priceText({ priceScale }: PricePair, ticks: number): string {
  return formatUnits(BigInt(ticks), priceScale);
}

function seenText(source: PriceSource, pair: PricePair): readonly string[] {
  const tick = source.price(pair);
  if (tick === null) return [];
  const ageS = ((clock.now() - tick.atMs) / SECOND_MS).toFixed(1);
  return [`${source.id} ${priceText(pair, tick.ticks)} (${ageS} s)`];
}
