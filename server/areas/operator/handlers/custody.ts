/** Calls about coins of chains and the halts of their withdrawals. */
import { ok } from '../../../../contract/result.ts';
import type { ChainDesk } from '../chain-desk.ts';
import type { CoinDesk } from '../coin-desk.ts';
import { actOf } from '../operator-handlers.ts';
import type { OperatorHandlers } from '../operator-handlers.ts';

type CustodyHandlers = Pick<
  OperatorHandlers,
  | 'listWalletCoins'
  | 'saveWalletCoin'
  | 'listChainHalts'
  | 'listForeignTransactions'
  | 'nameForeignTransaction'
  | 'acknowledgeChainHalt'
>;

interface CustodyServices {
  readonly coins: CoinDesk;
  readonly chains: ChainDesk;
}

export function createCustodyDeskHandlers({ coins, chains }: CustodyServices): CustodyHandlers {
  return {
    listWalletCoins: async () => ok([...(await coins.list())]),
    saveWalletCoin: (request, context) =>
      coins.save(
        {
          currencyId: request.currency_id,
          chain: request.chain,
          canDeposit: request.can_deposit,
          canWithdraw: request.can_withdraw,
          minDeposit: request.min_deposit,
          minWithdrawal: request.min_withdrawal,
          withdrawalFee: request.withdrawal_fee,
          seen: request.revision,
        },
        actOf(context),
        request.reason,
      ),
    listChainHalts: async () => ok({ halts: await chains.list() }),
    listForeignTransactions: ({ id }) => chains.listForeign(Number(id)),
    nameForeignTransaction: ({ id, revision: seen, reason, ...named }, context) =>
      chains.nameForeign({
        halt: { id: Number(id), seen, act: actOf(context), reason },
        nonce: named.nonce,
        lastNonce: named.last_nonce ?? named.nonce,
        withdrawalId: named.withdrawal_id === undefined ? null : Number(named.withdrawal_id),
        hash: named.transaction_hash ?? null,
      }),
    acknowledgeChainHalt: ({ id, revision: seen, reason }, context) =>
      chains.acknowledge({ id: Number(id), seen, act: actOf(context), reason }),
  };
}
