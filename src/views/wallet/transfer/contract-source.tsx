/** Amount that a transfer may take out of the contract account, which is less than its balance while positions are open. */
import type { ReactNode } from 'react';
import { amountText } from '../../../../contract/figures/lever-amount.ts';
import type { SetAside } from '../../../../machines/app/lever/lever-portfolio.ts';
import { useLeverPortfolio } from '../../../app/lever/use-lever-portfolio.ts';
import { useLeverPairs, type LeverPair } from '../../parts/lever/use-lever-pairs.ts';

export interface ContractSource {
  readonly currencyId: number;
  readonly code: string;
  /** Decimal text. */
  readonly transferable: string;
  readonly setAside: readonly SetAside[];
  readonly pairs: readonly LeverPair[];
}

interface WithContractSourceProps {
  /** Gets null until the account has loaded, and when it does not load. */
  readonly children: (source: ContractSource | null) => ReactNode;
}

/** Renders its children with the contract account, live. */
export function WithContractSource({ children }: WithContractSourceProps) {
  const { markets, pairs } = useLeverPairs();
  const { portfolio } = useLeverPortfolio(markets);
  const [market] = markets;
  if (portfolio === null || market === undefined) return children(null);
  const { transferable, setAside } = portfolio;
  const { settle_currency_id: currencyId, settle_currency_code: code } = market;
  return children({ currencyId, code, transferable: amountText(transferable), setAside, pairs });
}
