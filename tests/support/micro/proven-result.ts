/** The proof of a result that a user holds: the downloaded file, computed by the script and by an independent program. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';
import { NaiveAudit } from './naive-audit.ts';
import { runVerifySettlement } from './run-verify-scripts.ts';

/** An order without an opening price ends after so long. */
const PATIENCE_MS = 2_000;
const WINDOW_MS = 3_000;
const CHECKS = 10;

interface ProvenResult {
  /** Prices of the window in ticks, a gap as its reason. */
  readonly window: readonly (number | string)[];
}

/**
 * Downloads the file of an ended order, whose minutes the clock has passed. Expects that the script finds all ten checks
 * right, and that an independent program finds no difference.
 */
export async function proveResult(
  server: TestServer,
  order: MicroOrderInfo,
): Promise<ProvenResult> {
  const endMs = order.expires_at ?? order.accepted_at + PATIENCE_MS;
  const file = await eventually(async () => {
    const found = await download(server, order.receipt.token);
    expect(found.minutes.at(-1)?.last).toBeGreaterThanOrEqual(endMs);
    return found;
  });
  const lines = file.minutes.flatMap((minute) => ensure(minute.lines, 'the lines of a minute'));
  const records = lines.filter((line) => line.startsWith('meridian-index/1 '));
  const audit = new NaiveAudit(file.public_key);
  for (const minute of file.minutes) audit.addMinute(minute);
  audit.settle(file);
  expect(audit.differences).toEqual([]);
  const { outcome, payout } = ensure(file.result, 'the result of an ended order');
  expect([outcome, payout]).toEqual([order.state, order.payout]);
  await expectRight(file);
  const window = records.flatMap((line) => {
    const [, , time = '', value = ''] = line.split(' ');
    const isIn = Number(time) > endMs - WINDOW_MS && Number(time) <= endMs;
    return isIn ? [value.startsWith('-') ? value.slice(1) : Number(value)] : [];
  });
  return { window };
}

const download = async (server: TestServer, receipt: string) =>
  dataOf(await server.call('getMicroSettlement', { receipt }, { headers: newClientAddress() }));

async function expectRight(file: SettlementFile): Promise<void> {
  const folder = makeTemporaryFolder();
  try {
    const path = join(folder, 'settlement.json');
    await writeFile(path, JSON.stringify(file));
    // The file is its own history, so that no check is left open.
    const { code, output } = await runVerifySettlement([path, path]);
    expect(output.match(/ right$/gm), output).toHaveLength(CHECKS);
    expect(code).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
