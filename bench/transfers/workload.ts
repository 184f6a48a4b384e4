/** The mix of the bench: all four kinds of transfers between a user's accounts. */
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';

interface BenchTransfer {
  readonly person: number;
  readonly from: number;
  readonly to: number;
  /** Amount in whole coins. */
  readonly amount: number;
}

const { spot, contract, fast_contract: fast } = ACCOUNT_TYPES;
/** Ten transfers: as many return to the spot account as leave it; two pass between other accounts. */
const WAYS = [
  ...Array.from({ length: 4 }, () => [spot, contract] as const),
  ...Array.from({ length: 4 }, () => [contract, spot] as const),
  [contract, fast] as const,
  [fast, contract] as const,
];
const AMOUNT_MAX = 5;

export function nextTransfer(random: () => number, people: number): BenchTransfer {
  const [from, to] = WAYS[Math.floor(random() * WAYS.length)] ?? [spot, contract];
  const person = Math.floor(random() * people);
  return { person, from, to, amount: 1 + Math.floor(random() * AMOUNT_MAX) };
}
