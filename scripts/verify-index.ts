/**
 * `npm run verify:index -- <address> <instrument> <minute> [minutes]` fetches minutes of the index log of an exchange,
 * e.g. `http://127.0.0.1:3000 BTC/USDT 2026-11-26T12:00Z 5`, and checks signatures, hashes, grid and rule.
 * `npm run verify:index -- <file>` checks a saved file: `{"public_key": …, "minutes": [data of the call, …]}`.
 * Exit code 0: all is as it must be; 1: faults, each named; 2: could not be checked.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { checkIndexMinutes, type IndexFault } from '../contract/figures/index-check.ts';
import { indexMinute, type IndexMinute } from '../contract/micro/index/price-index.ts';
import { signedMinuteOf } from '../contract/micro/index/signed-minute.ts';
import { MINUTE_MS } from '../contract/time.ts';
import { indexCryptoOf } from '../server/areas/micro/micro.area.ts';
import { readIndexKey, readPublic, timeText } from './read-public.ts';

const USAGE =
  'Usage: npm run verify:index -- <file>, or <address> <instrument> <start of a minute> [minutes]';
const MINUTES_MAX = 1_440;

const saved = z.object({ public_key: z.string(), minutes: z.array(indexMinute) });
const answer = z.object({ data: z.array(indexMinute) });

try {
  const { public_key: key, minutes } = await read(process.argv.slice(2));
  const checked = minutes.flatMap((minute) => signedMinuteOf(minute) ?? []);
  const faults = checkIndexMinutes(checked, indexCryptoOf(key));
  const lines = checked.reduce((sum, { lineCount }) => sum + lineCount, 0);
  for (const fault of faults) process.stdout.write(`${faultText(fault)}\n`);
  const gone = minutes.length - checked.length;
  const kept = gone === 0 ? '' : `, the lines of ${gone} more are no longer kept`;
  process.stdout.write(
    `${checked.length} minutes with ${lines} lines checked${kept}: ${faults.length} faults\n`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
  if (checked.length === 0) process.exitCode = 2;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function read(args: readonly string[]): Promise<z.infer<typeof saved>> {
  const [place = '', instrument, from, count = '1'] = args;
  if (args.length === 1) return saved.parse(JSON.parse(await readFile(place, 'utf8')));
  const firstMs = Date.parse(from ?? '');
  const many = Number(count);
  const isCount = Number.isInteger(many) && many > 0 && many <= MINUTES_MAX;
  if (instrument === undefined || firstMs % MINUTE_MS !== 0 || !isCount) throw new Error(USAGE);
  const key = await readIndexKey(place);
  const minutes: IndexMinute[] = [];
  for (let index = 0; index < many; index += 1) {
    const minute = String(firstMs + index * MINUTE_MS);
    const found = await readPublic(place, ENDPOINTS.listIndexMinutes.path, { instrument, minute });
    minutes.push(...answer.parse(found).data);
  }
  return { public_key: key, minutes };
}

function faultText({ name, minuteMs, segment, atMs }: IndexFault): string {
  const at = timeText(atMs ?? minuteMs);
  return `${name}: ${atMs === null ? 'minute' : 'point'} ${at}, segment ${segment}`;
}
