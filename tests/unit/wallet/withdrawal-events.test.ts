/** The events of a withdrawal that follow from the status of its transfer on the chain. */
import { describe, expect, test } from 'vitest';
import type { WithdrawalRow } from '../../../server/areas/wallet/wallet-lifecycles.ts';
import { eventOf, type PaymentStatus } from '../../../server/areas/wallet/withdrawal-transfers.ts';

const HEAD = { number: 20, hash: 'head' };
const SIGNED = { hash: 'signed', rawTransaction: 'bytes' };
const mined = (number: number, succeeded = true, transfer = SIGNED): PaymentStatus => ({
  kind: 'mined',
  block: { number, hash: 'block' },
  succeeded,
  transfer,
});

/** The event's name, with its confirmations. */
function eventName(
  status: PaymentStatus,
  phase: WithdrawalRow['phase'],
  confirmations = 0,
  isRejected = false,
): string | null {
  const event = eventOf(
    status,
    HEAD,
    { phase, confirmations, transactionHash: SIGNED.hash },
    isRejected,
  );
  if (event === null) return null;
  return event.type === 'transaction.confirmed'
    ? `${event.type} ${event.confirmations}`
    : event.type;
}

describe('a transfer that the chain answers as', () => {
  test('mined is confirmed by its depth, counting that block, and failed if it paid nothing', () => {
    expect(eventName(mined(20), 'broadcasting')).toBe('transaction.confirmed 1');
    expect(eventName(mined(15), 'confirming', 3)).toBe('transaction.confirmed 6');
    expect(eventName(mined(15), 'manual_review')).toBe('transaction.confirmed 6');
    expect(eventName(mined(15, false), 'confirming')).toBe('transaction.failed');
  });

  test('pending is accepted, or dropped from its block', () => {
    expect(eventName({ kind: 'pending' }, 'broadcasting')).toBe('transaction.accepted');
    expect(eventName({ kind: 'pending' }, 'confirming', 2)).toBe('transaction.dropped');
    expect(eventName({ kind: 'pending' }, 'confirming')).toBeNull();
    expect(eventName({ kind: 'pending' }, 'manual_review')).toBeNull();
  });

  test('unknown is dropped if it was in a block, and proves nothing otherwise', () => {
    expect(eventName({ kind: 'unknown' }, 'confirming', 2)).toBe('transaction.dropped');
    expect(eventName({ kind: 'unknown' }, 'confirming')).toBe('transaction.dropped');
    expect(eventName({ kind: 'unknown' }, 'broadcasting')).toBeNull();
    expect(eventName({ kind: 'unknown' }, 'manual_review')).toBeNull();
  });

  test('impossible, or unknown after a refusal, is doubted', () => {
    expect(eventName({ kind: 'unknown' }, 'broadcasting', 0, true)).toBe('transaction.doubted');
    expect(eventName({ kind: 'impossible' }, 'broadcasting')).toBe('transaction.doubted');
    expect(eventName({ kind: 'impossible' }, 'confirming', 2)).toBe('transaction.doubted');
  });

  test('mined or pending after a refusal keeps its real state', () => {
    expect(eventName(mined(20), 'broadcasting', 0, true)).toBe('transaction.confirmed 1');
    expect(eventName({ kind: 'pending' }, 'broadcasting', 0, true)).toBe('transaction.accepted');
  });

  test('mined at a higher fee names the hash that a block has', () => {
    const raised = { hash: 'raised', rawTransaction: 'dearer bytes' };
    const row = { phase: 'confirming', confirmations: 0, transactionHash: SIGNED.hash } as const;
    const event = (status: PaymentStatus) => eventOf(status, HEAD, row, false);
    expect(event(mined(20, true, raised))).toMatchObject({ confirmations: 1, hash: 'raised' });
    expect(event(mined(20, false, raised))).toMatchObject({
      type: 'transaction.failed',
      hash: 'raised',
    });
    expect(event(mined(20))).not.toHaveProperty('hash');
  });
});
