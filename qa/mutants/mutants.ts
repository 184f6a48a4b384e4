/** The list of all planted faults. */
import { ATTACK_MUTANTS } from './areas/attack-mutants.ts';
import { CUSTODY_MUTANTS } from './areas/custody-mutants.ts';
import { DEPOSIT_MUTANTS } from './areas/deposit-mutants.ts';
import { EDGE_MUTANTS } from './areas/edge-mutants.ts';
import { FEE_RAISE_MUTANTS } from './areas/fee-raise-mutants.ts';
import { FIAT_MUTANTS } from './areas/fiat-mutants.ts';
import { IEO_MUTANTS } from './areas/ieo-mutants.ts';
import { LISTING_MUTANTS } from './areas/listing-mutants.ts';
import { LEVER_MARK_MUTANTS } from './areas/lever-mark-mutants.ts';
import { LEVER_MUTANTS } from './areas/lever-mutants.ts';
import { LEVER_WRITER_MUTANTS } from './areas/lever-writer-mutants.ts';
import { LIFECYCLE_MUTANTS } from './areas/lifecycle-mutants.ts';
import { MARK_MUTANTS } from './areas/market-mark-mutants.ts';
import { MARKET_MUTANTS } from './areas/market-mutants.ts';
import { MICRO_MUTANTS } from './areas/micro-mutants.ts';
import { MICRO_INDEX_MUTANTS } from './areas/micro-index-mutants.ts';
import { RECORD_MUTANTS } from './areas/record-mutants.ts';
import { RECORD_TURNS_MUTANTS } from './areas/record-turns-mutants.ts';
import { SMALL_PASS_MUTANTS } from './areas/small-pass-mutants.ts';
import { SPOT_MUTANTS } from './areas/spot-mutants.ts';
import { STAKING_MUTANTS } from './areas/staking-mutants.ts';
import { VERIFIER_MUTANTS } from './areas/verifier-mutants.ts';
import { VERIFIER_RANGE_MUTANTS } from './areas/verifier-range-mutants.ts';
import { VERIFIER_RULE_MUTANTS } from './areas/verifier-rule-mutants.ts';
import { WALLET_MUTANTS } from './areas/wallet-mutants.ts';
import { WRITER_MUTANTS } from './areas/writer-mutants.ts';
import { MACHINE_MUTANTS } from './machine-mutants.ts';
import type { Mutant } from './mutant.ts';
import { PAGE_MUTANTS } from './page-mutants.ts';
import { SERVER_MUTANTS } from './server-mutants.ts';

export const MUTANTS: readonly Mutant[] = [
  ...MACHINE_MUTANTS,
  ...SERVER_MUTANTS,
  ...PAGE_MUTANTS,
  ...SPOT_MUTANTS,
  ...VERIFIER_MUTANTS,
  ...SMALL_PASS_MUTANTS,
  ...DEPOSIT_MUTANTS,
  ...RECORD_MUTANTS,
  ...RECORD_TURNS_MUTANTS,
  ...VERIFIER_RANGE_MUTANTS,
  ...VERIFIER_RULE_MUTANTS,
  ...WRITER_MUTANTS,
  ...WALLET_MUTANTS,
  ...CUSTODY_MUTANTS,
  ...MARK_MUTANTS,
  ...MARKET_MUTANTS,
  ...LISTING_MUTANTS,
  ...LIFECYCLE_MUTANTS,
  ...EDGE_MUTANTS,
  ...FIAT_MUTANTS,
  ...ATTACK_MUTANTS,
  ...FEE_RAISE_MUTANTS,
  ...LEVER_MUTANTS,
  ...LEVER_MARK_MUTANTS,
  ...LEVER_WRITER_MUTANTS,
  ...MICRO_MUTANTS,
  ...MICRO_INDEX_MUTANTS,
  ...STAKING_MUTANTS,
  ...IEO_MUTANTS,
];

/** The places of the faults, in the order of the list. */
export const PLACES: readonly string[] = [...new Set(MUTANTS.map(({ place }) => place))];

/**
 * Returns the faults of a place (`server`, `spot`) or with a name prefix (`order-`); all without a filter.
 */
export function chosenMutants(
  mutants: readonly Mutant[],
  wanted: readonly string[],
): readonly Mutant[] {
  if (wanted.length === 0) return mutants;
  return mutants.filter(({ place, name }) =>
    wanted.some((text) => place === text || name.startsWith(text)),
  );
}
