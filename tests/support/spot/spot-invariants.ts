/** The invariants of stored spot trading after every commit. */
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, isHouse, OWNERS } from '../../../server/ledger/chart.ts';
import { accountKey } from '../../../server/ledger/invariants.ts';
import type { SpotOrder } from '../../../server/areas/spot/spot-events.ts';
import type { SpotExchange, SpotMarketRules } from '../../../server/areas/spot/spot.area.ts';
import type { SpotStoreInMemory } from './spot-store-in-memory.ts';

type Rules = ReadonlyMap<number, SpotMarketRules>;

const add = <Key>(sums: Map<Key, bigint>, key: Key, value: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + value);

/** One line for each broken rule. */
export function faultsOfStore(store: SpotStoreInMemory, rules: Rules): string[] {
  return [
    ...faultsOfLedger(store),
    ...faultsOfReserves(store, rules),
    ...faultsOfHouse(store, rules),
    ...[...store.orders.values()].flatMap((order) => faultsOfOrder(order, store, rules)),
  ];
}

/** One line for each difference between the published and the stored state. */
export async function faultsOfView(
  exchange: SpotExchange,
  store: SpotStoreInMemory,
): Promise<string[]> {
  const open = [...store.orders.values()].filter(({ state }) => state === 'paid');
  const owners = new Set([...store.accounts.values()].map(({ ownerId }) => ownerId));
  const faults: string[] = [];
  for (const ownerId of owners) {
    const own = open.filter((order) => order.ownerId === ownerId).toSorted((a, b) => b.id - a.id);
    if (!isSame(exchange.openOrders(ownerId), own)) faults.push(`open orders of ${ownerId}`);
    if (ownerId <= 0) continue;
    for (const { currencyId, available, frozen } of await exchange.loadBalances(ownerId)) {
      const key = accountKey({ ownerId, accountType: ACCOUNT_TYPES.spot, currencyId });
      const stored = store.accounts.get(key);
      if (stored?.available !== available || stored.frozen !== frozen)
        faults.push(`balance ${key}`);
    }
  }
  for (const marketId of exchange.markets.keys()) {
    const levels = new Map<string, bigint>();
    for (const order of open.filter((each) => each.marketId === marketId))
      add(levels, `${order.side} ${order.priceTicks}`, BigInt(restOf(order)));
    const { bids, asks } = exchange.depth(marketId);
    const shown = [
      ...bids.map((level) => [`buy ${level.priceTicks}`, BigInt(level.quantityLots)] as const),
      ...asks.map((level) => [`sell ${level.priceTicks}`, BigInt(level.quantityLots)] as const),
    ];
    if (shown.length !== levels.size || shown.some(([key, lots]) => levels.get(key) !== lots))
      faults.push(`depth of market ${marketId}`);
    const best = [bids[0]?.priceTicks ?? 0, asks[0]?.priceTicks ?? Number.POSITIVE_INFINITY];
    if ((best[0] ?? 0) >= (best[1] ?? 0)) faults.push(`market ${marketId} is crossed`);
  }
  return faults;
}

function faultsOfLedger(store: SpotStoreInMemory): string[] {
  const faults: string[] = [];
  const balances = new Map<string, { available: bigint; frozen: bigint }>();
  for (const [index, { recipe, entries }] of store.movements.entries()) {
    const sums = new Map<number, bigint>();
    for (const entry of entries) {
      add(sums, entry.currencyId, entry.available + entry.frozen);
      const balance = balances.get(accountKey(entry)) ?? { available: 0n, frozen: 0n };
      balance.available += entry.available;
      balance.frozen += entry.frozen;
      balances.set(accountKey(entry), balance);
    }
    if ([...sums.values()].some((sum) => sum !== 0n))
      faults.push(`movement ${index + 1} (${recipe}) is not balanced`);
  }
  for (const [key, account] of store.accounts) {
    const posted = balances.get(key) ?? { available: 0n, frozen: 0n };
    const unposted = store.unposted.get(key) ?? { available: 0n, frozen: 0n };
    const booked = {
      available: posted.available + unposted.available,
      frozen: posted.frozen + unposted.frozen,
    };
    if (booked.available !== account.available || booked.frozen !== account.frozen)
      faults.push(`account ${key} is not the sum of its entries`);
    if (account.accountType !== HOUSE_ACCOUNTS.custody)
      if (account.available < 0n || account.frozen < 0n)
        faults.push(`account ${key} is below zero`);
  }
  return faults;
}

/** Frozen amounts equal those of open orders, and the exchange has the fees of all trades. */
function faultsOfReserves(store: SpotStoreInMemory, rules: Rules): string[] {
  const reserved = new Map<string, bigint>();
  for (const { ownerId, marketId, side, reserved: units } of store.orders.values()) {
    const market = rules.get(marketId) as SpotMarketRules;
    const currencyId = side === 'buy' ? market.quoteCurrencyId : market.baseCurrencyId;
    add(reserved, accountKey({ ownerId, accountType: ACCOUNT_TYPES.spot, currencyId }), units);
  }
  const fees = new Map<string, bigint>();
  for (const { marketId, takerSide, takerFee, makerFee } of store.deals) {
    const { baseCurrencyId, quoteCurrencyId } = rules.get(marketId) as SpotMarketRules;
    const [taker, maker] =
      takerSide === 'buy' ? [baseCurrencyId, quoteCurrencyId] : [quoteCurrencyId, baseCurrencyId];
    const house = { ownerId: 0, accountType: HOUSE_ACCOUNTS.fees };
    add(fees, accountKey({ ...house, currencyId: taker }), takerFee);
    add(fees, accountKey({ ...house, currencyId: maker }), makerFee);
  }
  return [...store.accounts].flatMap(([key, { accountType, frozen, available }]) => {
    if (accountType === ACCOUNT_TYPES.spot)
      return frozen === (reserved.get(key) ?? 0n)
        ? []
        : [`${key} freezes more or less than orders`];
    if (accountType !== HOUSE_ACCOUNTS.fees) return [];
    return available === (fees.get(key) ?? 0n) ? [] : [`${key} has more or less than the fees`];
  });
}

/**
 * Trades of the market maker with itself are booked in sums; all other trades have both orders stored, and no
 * other orders of the market maker are.
 */
function faultsOfHouse(store: SpotStoreInMemory, rules: Rules): string[] {
  const flows = new Map<string, bigint>();
  const withPeople = new Set<number>();
  for (const deal of store.deals) {
    if (!isHouse(deal.takerOwnerId) || !isHouse(deal.makerOwnerId)) {
      withPeople.add(deal.takerOrderId).add(deal.makerOrderId);
      continue;
    }
    const market = rules.get(deal.marketId) as SpotMarketRules;
    const { baseCurrencyId, quoteCurrencyId, tickLotUnits, lotUnits } = market;
    const change = (ownerId: number, accountType: number, currencyId: number, amount: bigint) =>
      add(flows, accountKey({ ownerId, accountType, currencyId }), amount);
    const cost = BigInt(deal.priceTicks) * BigInt(deal.quantityLots) * tickLotUnits;
    const isBuy = deal.takerSide === 'buy';
    for (const [ownerId, fee, buys] of [
      [deal.takerOwnerId, deal.takerFee, isBuy],
      [deal.makerOwnerId, deal.makerFee, !isBuy],
    ] as const) {
      const [got, gave] = buys
        ? [baseCurrencyId, quoteCurrencyId]
        : [quoteCurrencyId, baseCurrencyId];
      const quantity = BigInt(deal.quantityLots) * lotUnits;
      change(ownerId, ACCOUNT_TYPES.spot, got, (buys ? quantity : cost) - fee);
      change(ownerId, ACCOUNT_TYPES.spot, gave, -(buys ? cost : quantity));
      change(OWNERS.house, HOUSE_ACCOUNTS.fees, got, fee);
    }
  }
  for (const { recipe, entries } of store.movements)
    if (recipe === 'spot.house_posted')
      for (const entry of entries) add(flows, accountKey(entry), -entry.available - entry.frozen);
  for (const [key, sum] of store.unposted) add(flows, key, -sum.available - sum.frozen);
  const ended = [...store.orders.values()].filter(
    ({ ownerId, state }) => isHouse(ownerId) && state !== 'paid',
  );
  return [
    ...[...flows].flatMap(([key, sum]) => (sum === 0n ? [] : [`sums of the house: ${key}`])),
    ...[...withPeople].flatMap((id) => (store.orders.has(id) ? [] : [`order ${id} is missing`])),
    ...ended.flatMap(({ id }) => (withPeople.has(id) ? [] : [`order ${id} is kept for nothing`])),
  ];
}

function faultsOfOrder(order: SpotOrder, store: SpotStoreInMemory, rules: Rules): string[] {
  const { tickLotUnits, lotUnits } = rules.get(order.marketId) as SpotMarketRules;
  const own = store.deals.filter(
    ({ takerOrderId, makerOrderId }) => takerOrderId === order.id || makerOrderId === order.id,
  );
  const lots = own.reduce((sum, deal) => sum + deal.quantityLots, 0);
  const cost = (ticks: number, count: number): bigint =>
    BigInt(ticks) * BigInt(count) * tickLotUnits;
  const amount = own.reduce((sum, deal) => sum + cost(deal.priceTicks, deal.quantityLots), 0n);
  const fee = own.reduce(
    (sum, deal) => sum + (deal.takerOrderId === order.id ? deal.takerFee : deal.makerFee),
    0n,
  );
  const faults: string[] = [];
  const rule = (holds: boolean, text: string): void => {
    if (!holds) faults.push(`order ${order.id}: ${text}`);
  };
  rule(order.executedLots === lots && order.executedAmount === amount, 'executed is not its deals');
  rule(order.fee === fee, 'the fee is not that of its deals');
  rule(order.reserved === 0n || order.state === 'paid', 'something is frozen after its end');
  rule((order.state === 'cancelled') === (order.endReason !== null), 'the end has no reason');
  rule(
    own.every((deal) => deal.takerOwnerId !== deal.makerOwnerId),
    'it met its own owner',
  );
  if (order.priceTicks !== null) {
    const limit = order.priceTicks;
    rule(
      own.every(({ priceTicks }) =>
        order.side === 'buy' ? priceTicks <= limit : priceTicks >= limit,
      ),
      'it dealt beyond its limit',
    );
    const rest = restOf(order);
    const held = order.side === 'buy' ? cost(limit, rest) : BigInt(rest) * lotUnits;
    rule(order.state !== 'paid' || order.reserved === held, 'it holds more or less than it needs');
    rule(order.state !== 'executed' || rest === 0, 'it is executed and not whole');
  }
  if (order.amount !== null) rule(amount <= order.amount, 'it cost more than its amount');
  return faults;
}

const restOf = ({ quantityLots, executedLots }: SpotOrder): number =>
  (quantityLots ?? executedLots) - executedLots;

const isSame = (left: readonly SpotOrder[], right: readonly SpotOrder[]): boolean =>
  left.length === right.length &&
  left.every(
    (order, index) => order.id === right[index]?.id && order.revision === right[index].revision,
  );
