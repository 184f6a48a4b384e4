/** Calls about the coins of the chains: the list of coins, deposit addresses, the faucet of the demo. */
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { WalletCoin as WireCoin } from '../../../contract/wallet/wallet.ts';
import type { Custody, WalletCoin } from './custody.types.ts';
import type { Faucet } from './development/faucet.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

interface ChainCalls {
  readonly custody: Pick<Custody, 'coins' | 'addresses'>;
  /** Undefined when the development chain does not run. */
  readonly faucet: Faucet | undefined;
  readonly currencies: Currencies;
}

/** Handlers of `listWalletCoins`, `getDepositAddress` and `claimFaucet`. */
export function createChainHandlers({
  custody,
  faucet,
  currencies,
}: ChainCalls): Pick<Handlers, 'listWalletCoins' | 'getDepositAddress' | 'claimFaucet'> {
  const scaleOf = (currencyId: number) =>
    ensure(currencies.byId(currencyId), 'currency of a coin').scale;
  return {
    async listWalletCoins() {
      const coins = await custody.coins.list();
      return ok(coins.map((coin) => wireCoin(coin, currencies)));
    },
    async getDepositAddress({ currency_id: currencyId, chain }, { signedIn, now }) {
      const owner = { userId: signedIn.userId, currencyId, chain };
      const address = await custody.addresses.get(owner, now);
      return address.ok ? ok({ address: address.value }) : address;
    },
    async claimFaucet({ currency_id: currencyId, chain }, context) {
      const { signedIn, idempotencyKey, deadline, now } = context;
      const coin = await custody.coins.find(currencyId, chain);
      if (!coin.ok) return coin;
      const owner = { userId: signedIn.userId, currencyId, chain };
      const address = await custody.addresses.get(owner, now);
      if (faucet === undefined || !coin.value.hasFaucet || !address.ok)
        return refuse('faucet_unavailable');
      if (!idempotencyKey.ok) return idempotencyKey;
      const key = { idempotencyKey: idempotencyKey.value, deadline };
      const claim = { ...owner, address: address.value, ...key };
      const sent = await faucet.claim(claim, now);
      if (!sent.ok) return sent;
      const { amount, hash } = sent.value;
      return ok({ amount: formatUnits(amount, scaleOf(currencyId)), transaction_hash: hash });
    },
  };
}

function wireCoin(coin: WalletCoin, currencies: Currencies): WireCoin {
  const { code, name, scale } = ensure(currencies.byId(coin.currencyId), 'currency of a coin');
  return {
    currency_id: coin.currencyId,
    currency_code: code,
    currency_name: name,
    logo: `/logos/${code.toLowerCase()}.svg`,
    chain: coin.chain,
    chain_name: coin.chainName,
    decimals: coin.decimals,
    can_deposit: coin.canDeposit,
    can_withdraw: coin.canWithdraw,
    min_deposit: formatUnits(coin.minDeposit, scale),
    min_withdrawal: formatUnits(coin.minWithdrawal, scale),
    withdrawal_fee: formatUnits(coin.withdrawalFee, scale),
    credit_confirmations: CHAIN_LIMITS.deposit_credit_confirmations,
    unlock_confirmations: CHAIN_LIMITS.deposit_unlock_confirmations,
    has_faucet: coin.hasFaucet,
  };
}
