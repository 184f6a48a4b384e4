/** The hook of the available amount in the fiat account. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { useAssets } from '../wallet/use-assets.ts';

/** Only a parameter of the call; totals are not used here. */
const EQUIVALENT = 'USDT';

interface FiatAccountView {
  /**
   * Returns the amount of a coin, by id or code; null while unknown, `0` if the account never held
   * it.
   */
  available(coin: string): string | null;
  readonly reload: () => void;
}

/**
 * Returns the available amounts of the user's fiat account, in which shop deposits and the coins of
 * sell ads are frozen.
 */
export function useFiatAccount(): FiatAccountView {
  const { data, retry } = useAssets(EQUIVALENT);
  const group = data?.groups.find(({ account_type_id: type }) => type === ACCOUNT_TYPES.fiat);
  return {
    available(coin) {
      if (data === null) return null;
      const account = group?.accounts.find(
        ({ currency_id: id, currency_code: code }) => String(id) === coin || code === coin,
      );
      return account?.available ?? '0';
    },
    reload: retry,
  };
}
