/** The hook of the bound addresses of a coin and network. */
import type { WalletCoin, WithdrawalAddress } from '../../../../contract/wallet/wallet.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { useQuery } from '../../../app/core/hooks/use-query.ts';
import { useReloadWhenShown } from '../../../app/core/hooks/use-reload-when-shown.ts';

export interface BoundAddresses {
  readonly status: 'loading' | 'success' | 'failure';
  /** Addresses for this coin on this network. */
  readonly addresses: readonly WithdrawalAddress[];
  readonly error: ProblemName | null;
  readonly reload: () => void;
}

/** Returns the addresses that the user has bound for a coin on a network. */
export function useBoundAddresses({ currency_id: id, chain }: WalletCoin): BoundAddresses {
  const { status, data, error, retry } = useQuery('listWithdrawalAddresses', {
    currency_id: String(id),
  });
  useReloadWhenShown(retry);
  const addresses = (data ?? []).filter((address) => address.chain === chain);
  return { status, addresses, error, reload: retry };
}
