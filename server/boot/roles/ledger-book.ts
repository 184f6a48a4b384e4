/** Puts together the registrations of the areas with the verifier of the ledger. */
import { FIAT_BOOK } from '../../areas/fiat/fiat.area.ts';
import { IEO_BOOK } from '../../areas/ieo/ieo.area.ts';
import { LEVER_BOOK } from '../../areas/lever/lever.area.ts';
import { MICRO_BOOK, PRICE_INDEX_BOOK } from '../../areas/micro/micro.area.ts';
import { SPOT_BOOK } from '../../areas/spot/spot.area.ts';
import { STAKING_BOOK } from '../../areas/staking/staking.area.ts';
import { WALLET_BOOK } from '../../areas/wallet/wallet.area.ts';
import type { Config } from '../../kit/config/config.ts';
import type { GrantPolicy, LedgerBook, LedgerBookPart } from '../../ledger/ledger-book.types.ts';

const PARTS: readonly LedgerBookPart[] = [
  SPOT_BOOK,
  WALLET_BOOK,
  FIAT_BOOK,
  LEVER_BOOK,
  PRICE_INDEX_BOOK,
  MICRO_BOOK,
  STAKING_BOOK,
  IEO_BOOK,
];

export const ledgerBook = (grants: GrantPolicy): LedgerBook => ({
  recipes: PARTS.flatMap(({ recipes }) => recipes),
  holds: PARTS.flatMap(({ holds }) => holds),
  rules: PARTS.flatMap(({ rules, rulesUnder }) => [...rules, ...(rulesUnder?.(grants) ?? [])]),
  records: PARTS.flatMap(({ records }) => records),
  fundings: PARTS.flatMap(({ fundings = [] }) => fundings),
  grants,
});

/** Tests grant at will, a demo exchange what its seed recorded, and every other exchange nothing. */
export function grantPolicyOf({ nodeEnv }: Pick<Config, 'nodeEnv'>): GrantPolicy {
  if (nodeEnv === 'test') return 'any';
  return nodeEnv === 'production' ? 'none' : 'recorded';
}
