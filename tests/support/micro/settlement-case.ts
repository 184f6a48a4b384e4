/** A settlement file made from an index log in memory, and changes that a dishonest exchange could make to it. */
import { ensure } from '../../../contract/assert.ts';
import { nextHead, signedText } from '../../../contract/figures/index-chain.ts';
import type { SignedMinute } from '../../../contract/figures/index-check.ts';
import { readRecord } from '../../../contract/figures/index-record.ts';
import {
  readReceipt,
  writeReceipt,
  type MicroReceipt,
} from '../../../contract/figures/micro-receipt.ts';
import { computeResult, type MicroResult } from '../../../contract/figures/settlement-result.ts';
import type { SettledResult, SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { settlementRecordOf } from '../../../contract/micro/settlement-record.ts';
import { formatUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import { signedMinuteOf } from '../../../contract/micro/index/signed-minute.ts';
import type { IndexMinute } from '../../../contract/micro/index/price-index.ts';
import { COIN, CRYPTO, KEY, MemoryIndex, START } from './index/memory-index.ts';

/** Ten seconds of the second minute are over; the point of that time is stored. */
export const ACCEPTED = START + 70_100;
const LOG_AT = START + 70_000;
export const OPENED = START + 70_250;
export const EXPIRES = OPENED + 60_000;

/**
 * Returns an honest file: 25 USDT on a rise within a minute, which opens at 1,000.00 and is won. It has the minutes
 * before and after the order, and one more.
 */
export async function settlementCase(
  change: Partial<MicroReceipt> = {},
  quietPoints = 500,
): Promise<SettlementFile> {
  const index = new MemoryIndex();
  index.orders = { up: 0, down: 0, [change.direction ?? 'up']: 1 };
  await index.write(quietPoints, 100_000, 100_020, 99_995);
  // A minute is signed when the next point is stored.
  for (let step = 1; index.now <= START + 180_000; step += 1)
    await index.write(1, 100_000 + step, 100_010 + step, 99_990 + step);
  const minutes = (await index.minutes()).map(minuteInfo);
  const receipt: MicroReceipt = {
    token: 'q83vEjRWeJCrze8SNFZ4kA',
    instrument: COIN.name,
    priceScale: 2,
    direction: 'up',
    seconds: 60,
    stake: units(25n * 10n ** BigInt(SCALE_MAX)),
    currency: 'USDT',
    profitPpm: 850_000,
    lossPpm: 1_000_000,
    acceptedAtMs: ACCEPTED,
    logAtMs: LOG_AT,
    head: headAt(minutes, change.logAtMs ?? LOG_AT),
    ...change,
  };
  return settled({
    format: 'meridian-settlement/2',
    public_key: KEY.publicKey,
    receipt: signedReceipt(writeReceipt(receipt)),
    result: null,
    minutes,
  });
}

/** Returns a receipt of this text that the exchange signed. */
export const signedReceipt = (text: string, key = KEY): SettlementFile['receipt'] => ({
  text,
  signature: key.sign(text).toString('base64url'),
});

/** Returns the file with the result that receipt and minutes say. */
export function settled(file: SettlementFile): SettlementFile {
  const lines = settlementRecordOf(file).minutes.flatMap((minute) => minute.lines);
  const records = lines.flatMap((line) => readRecord(line) ?? []);
  const { result } = computeResult(ensure(readReceipt(file.receipt.text), 'receipt'), records);
  return { ...file, result: result && resultInfo(result) };
}

/** Returns the file with other lines in one minute, which is hashed and signed again with all later ones. */
export function rewritten(
  file: SettlementFile,
  place: number,
  change: (lines: string[]) => string[],
  key = KEY,
): SettlementFile {
  let before = file.minutes[place]?.head_before ?? '';
  const minutes = file.minutes.map((info, index) => {
    if (index < place) return info;
    const lines = index === place ? change([...(info.lines ?? [])]) : (info.lines ?? []);
    const headBefore = before;
    before = lines.reduce((head, line) => nextHead(CRYPTO.sha256, head, line), before);
    return signedAgain({ ...info, lines, head_before: headBefore, head: before }, key);
  });
  return { ...file, minutes };
}

/** Returns the file with other counts of orders in all minutes, signed again by the exchange. */
export const recounted = (file: SettlementFile, orders: IndexMinute['orders']): SettlementFile => ({
  ...file,
  minutes: file.minutes.map((minute) => signedAgain({ ...minute, orders })),
});

function signedAgain(info: IndexMinute, key = KEY): IndexMinute {
  const line_count = info.lines?.length ?? 0;
  const minute = ensure(signedMinuteOf({ ...info, line_count }), 'lines');
  return { ...info, line_count, signature: key.sign(signedText(minute)).toString('base64url') };
}

function headAt(minutes: readonly IndexMinute[], atMs: number): string {
  let head = minutes[0]?.head_before ?? '';
  for (const line of minutes.flatMap(({ lines }) => lines ?? [])) {
    head = nextHead(CRYPTO.sha256, head, line);
    if (readRecord(line)?.atMs === atMs) return head;
  }
  throw new Error('the log has no such point');
}

const minuteInfo = (minute: SignedMinute): IndexMinute => ({
  instrument: minute.instrument,
  price_scale: 2,
  hours: minute.hours,
  segment: minute.segment,
  minute: minute.minuteMs,
  first: minute.firstMs,
  last: minute.lastMs,
  line_count: minute.lineCount,
  head_before: minute.headBefore,
  head: minute.head,
  orders: minute.orders,
  signature: minute.signature,
  lines: [...minute.lines],
});

const resultInfo = ({
  outcome,
  opening,
  expiresAtMs,
  window,
  payout,
}: MicroResult): SettledResult => ({
  outcome,
  opened_at: opening?.atMs ?? null,
  open_ticks: opening?.ticks ?? null,
  expires_at: expiresAtMs,
  sum: window?.sum ?? null,
  count: window?.count ?? null,
  payout: formatUnits(payout, SCALE_MAX),
});
