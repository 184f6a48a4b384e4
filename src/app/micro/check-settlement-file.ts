/** Checks a settlement file in the browser, against the key and the minutes that are known from elsewhere. */
import { checkSettlement } from '../../../contract/figures/settlement-check.ts';
import { knownHistoryOf } from '../../../contract/micro/seen-history.ts';
import { settlementFile } from '../../../contract/micro/settlement-file.ts';
import { settlementRecordOf } from '../../../contract/micro/settlement-record.ts';
import { indexKeyDocument } from '../../../contract/micro/index/price-index.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { CheckedSettlement } from '../../../machines/app/micro/checked-settlement.ts';
import type { CheckAnswer } from '../../../machines/app/micro/settlement-check.machine.ts';
import type { Runtime } from '../core/runtime.ts';
import { proofFunctions, proveInBrowser } from './browser-proofs.ts';
import { keepSeen, seenHistoryOf } from './seen-history.ts';

const KEY_MS_MAX = 5 * SECOND_MS;

/** @param value the parsed JSON of a file, or the answer of the exchange. */
export async function checkSettlementFile(
  { page, store }: Pick<Runtime, 'page' | 'store'>,
  value: unknown,
): Promise<CheckAnswer<CheckedSettlement>> {
  const parsed = settlementFile.safeParse(value);
  if (!parsed.success) return { ok: false, problem: 'unreadable' };
  const functions = await proofFunctions(page).catch(() => null);
  if (functions === null) return { ok: false, problem: 'library_missing' };
  const record = settlementRecordOf(parsed.data);
  const seen = seenHistoryOf(store);
  const known = knownHistoryOf(seen === null ? [] : [seen], await publishedKey(page));
  const { crypto, signedBy } = await proveInBrowser(record, known, functions);
  const report = checkSettlement(record, known, crypto);
  const isConsistent = report.checks.every(
    ({ name, verdict }) => verdict === 'passed' || (name !== 'minutes' && name !== 'history'),
  );
  if (isConsistent) keepSeen(store, parsed.data);
  return { ok: true, value: { file: parsed.data, report, signedBy } };
}

/** Keeps the key that the exchange publishes, so that a check without a connection has something to compare with. */
export async function keepPublishedKey({
  page,
  store,
}: Pick<Runtime, 'page' | 'store'>): Promise<void> {
  const key = await publishedKey(page);
  if (key !== null) keepSeen(store, { public_key: key, minutes: [] });
}

/** Returns the key that the exchange publishes now; null while it cannot be reached. */
async function publishedKey(page: Window): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(KEY_MS_MAX);
    const reply = await page.fetch('/index-key.json', { cache: 'no-store', signal });
    return indexKeyDocument.parse(await reply.json()).public_key;
  } catch {
    return null;
  }
}
