/**
 * `npm run verify:settlement -- <file> [files]` checks a settlement file of a fast contract without the exchange: ten
 * checks, each with its reason. The other files are what was seen elsewhere: settlement files, saved minutes, or what
 * a witness got; they show a second history.
 * `npm run verify:settlement -- <address> <receipt> [files]` fetches the file first.
 * Exit code 0: all is as it must be; 1: something is wrong; 2: something could not be checked.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { meanTenths } from '../contract/figures/micro-settlement.ts';
import { checkSettlement } from '../contract/figures/settlement-check.ts';
import type {
  FailureReason,
  GapReason,
  KnownHistory,
  SettlementCheck,
  SettlementReport,
} from '../contract/figures/settlement-check.types.ts';
import type { MicroResult } from '../contract/figures/settlement-result.ts';
import { knownHistoryOf, seenHistory, type SeenHistory } from '../contract/micro/seen-history.ts';
import { settlementFile, type SettlementFile } from '../contract/micro/settlement-file.ts';
import { settlementRecordOf } from '../contract/micro/settlement-record.ts';
import { formatUnits, SCALE_MAX } from '../contract/money/decimal.ts';
import { indexCryptoOf } from '../server/areas/micro/micro.area.ts';
import { readIndexKey, readPublic, timeText } from './read-public.ts';

const USAGE =
  'Usage: npm run verify:settlement -- <file> [other files], or <address> <receipt> [other files]';
const CALL = '/api/public/micro/settlement';

const REASONS: Readonly<Record<FailureReason | GapReason, string>> = {
  form: 'the text is no receipt',
  signature: 'the signature is not of this key',
  moment: 'the receipt names a point of the index that came later, or long before',
  instrument: 'the minutes are of another instrument',
  extent: 'a minute names other times or another number of lines',
  uncounted: 'the minute that the receipt names counts no such order',
  hash: 'the lines have other hashes',
  sequence: 'lines or minutes do not follow each other',
  head: 'the point that the receipt names has another head',
  other_key: 'another key was seen elsewhere',
  other_minute: 'another minute was seen elsewhere, signed for the same time',
  point: 'a point is missing, or twice there',
  rule: 'an index is not what its sources say',
  differs: 'the exchange booked something else',
  no_receipt: 'there is no receipt',
  minute_missing: 'a minute is not in the file; a minute is signed when it has ended',
  not_ended: 'the contract runs',
  nothing_known: 'there is nothing to compare with; add files that were seen elsewhere',
};

const answer = z.object({ data: settlementFile });

try {
  const { file, known } = await read(process.argv.slice(2));
  const crypto = indexCryptoOf(file.public_key);
  const report = checkSettlement(settlementRecordOf(file), known, crypto);
  process.stdout.write(`${textOf(report)}\n`);
  process.exitCode = exitCodeOf(report);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

interface Given {
  readonly file: SettlementFile;
  readonly known: KnownHistory;
}

async function read([place, ...rest]: readonly string[]): Promise<Given> {
  if (place === undefined) throw new Error(USAGE);
  if (!/^https?:/.test(place)) {
    const file = settlementFile.parse(await json(place));
    return { file, known: knownHistoryOf(await seenIn(rest), null) };
  }
  const [receipt, ...others] = rest;
  if (receipt === undefined) throw new Error(USAGE);
  const { data: file } = answer.parse(await readPublic(place, CALL, { receipt }));
  const key = await readIndexKey(place);
  return { file, known: knownHistoryOf(await seenIn(others), key) };
}

function seenIn(paths: readonly string[]): Promise<SeenHistory[]> {
  return Promise.all(paths.map(async (path) => seenHistory.parse(await json(path))));
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function exitCodeOf({ checks }: SettlementReport): number {
  if (checks.some(({ verdict }) => verdict === 'failed')) return 1;
  const isOpen = (check: SettlementCheck) =>
    check.verdict === 'not_possible' && check.reason !== 'nothing_known';
  return checks.some(isOpen) ? 2 : 0;
}

function textOf(report: SettlementReport): string {
  const { receipt, computed, booked, records, comparedCount } = report;
  const gaps = records.filter(({ ticks }) => ticks === null).length;
  const terms = receipt && [
    `${formatUnits(receipt.stake, SCALE_MAX)} ${receipt.currency} on ${receipt.direction}`,
    `${receipt.seconds} s of ${receipt.instrument}, accepted ${timeText(receipt.acceptedAtMs)}`,
  ];
  return [
    ...(terms === null ? [] : [terms.join(', ')]),
    ...report.checks.map(lineOf),
    `points: ${records.length}, without an index: ${gaps}, minutes seen elsewhere: ${comparedCount}`,
    `computed: ${resultText(computed?.result ?? null)}`,
    `booked:   ${resultText(booked)}`,
  ].join('\n');
}

function lineOf(check: SettlementCheck): string {
  const name = check.name.padEnd(8);
  if (check.verdict === 'passed') return `${name} right`;
  const at = check.atMs === null ? '' : ` (${timeText(check.atMs)})`;
  const word = check.verdict === 'failed' ? 'WRONG' : 'open ';
  return `${name} ${word} ${REASONS[check.reason]}${at}`;
}

function resultText(result: MicroResult | null): string {
  if (result === null) return 'nothing yet';
  const { outcome, opening, expiresAtMs, window, payout } = result;
  const opened = opening && `opened ${timeText(opening.atMs)} at ${opening.ticks} ticks`;
  const ended = expiresAtMs === null ? null : `ended ${timeText(expiresAtMs)}`;
  const sum = window && `sum ${window.sum} of ${window.count} points`;
  const mean = window && window.count > 0 ? `mean ${formatUnits(meanTenths(window), 1)}` : null;
  const paid = `payout ${formatUnits(payout, SCALE_MAX)}`;
  return [outcome, opened, ended, sum, mean, paid].filter((part) => part !== null).join(', ');
}
