/** The hook of the available amount in the fiat account. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { useAssets } from '../wallet/use-assets.ts';

/** Totals are of no interest here. */
const EQUIVALENT = 'USDT';

export interface FiatAccountView {
  /** Of a coin, by number or code; null while nothing is known, `0` where nothing was ever in it. */
  available(coin: string): string | null;
  readonly reload: () => void;
}

/** What the person's fiat account has available: deposits of shops and coins of sell ads are frozen in it. */
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
