/** A settlement file in the form in which it is checked. */
import type { SettlementRecord } from '../figures/settlement-check.types.ts';
import type { MicroResult } from '../figures/settlement-result.ts';
import { parseUnits, SCALE_MAX } from '../money/decimal.ts';
import { units } from '../money/units.ts';
import { signedMinuteOf } from './index/signed-minute.ts';
import type { SettledResult, SettlementFile } from './settlement-file.ts';

export const settlementRecordOf = (file: SettlementFile): SettlementRecord => ({
  publicKey: file.public_key,
  receipt: file.receipt,
  booked: file.result && bookedOf(file.result),
  minutes: file.minutes.flatMap((minute) => signedMinuteOf(minute) ?? []),
});

function bookedOf(result: SettledResult): MicroResult {
  const { opened_at: atMs, open_ticks: ticks, sum, count } = result;
  return {
    outcome: result.outcome,
    opening: atMs === null || ticks === null ? null : { atMs, ticks },
    expiresAtMs: result.expires_at,
    window: sum === null || count === null ? null : { sum, count },
    payout: units(parseUnits(result.payout, SCALE_MAX) ?? 0n),
  };
}
