/** Thefts with deposits, transfers, orders and grants. */
import { ANN, BOB, BTC, USDT } from '../../support/ledger/small-ledger.ts';
import { provenWhere } from '../../support/wallet/proven-deposits.ts';
import {
  booked,
  CAROL,
  credited,
  CUSTODY,
  DEALING,
  FEES,
  GENERAL,
  inWallet,
  posted,
  REVERSED,
  SPOT,
  TRANSIT,
  type Theft,
} from './theft.ts';

const DEPOSIT_2 = `
  insert into deposits (id, user_id, currency_id, chain, address, transaction_hash, output_index, amount,
    block_number, block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
  overriding system value values (2, ${BOB}, ${USDT}, 'test', 'b', 'h2', 0, 70, 200, 'b200', 1, 'confirming', 1, 0, 0);
  insert into lifecycles values ('deposit', 2, 1, 1, '{"value": {"uncredited": "confirming"}, "context": {"credits": 1}}', 0);`;

/** A deposit with a whole lifecycle and its credit, of which only the chain knows nothing. */
const forged = (
  phase: 'credited' | 'settled',
  chain: string,
  block: string,
): string => `${DEPOSIT_2}
  update deposits set phase = '${phase}', chain = '${chain}', (block_number, block_hash) = (${block}) where id = 2;
  update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"${phase}"') where kind = 'deposit' and id = 2;
  ${posted('deposit.credited', '2:1', credited(BOB, 70))}`;

/** Ann owes 100 units of her reversed deposit. */
const REVERSED_OF_ANN = `${booked(inWallet(GENERAL), 'deposit.reversed', '1:1', [
  [0, CUSTODY, USDT, 100],
  [0, REVERSED, USDT, -100],
])} update deposits set phase = 'reversed', block_number = null, block_hash = null where id = 1;
  update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '{"uncredited": "reversed"}')
  where kind = 'deposit' and id = 1;`;

/** The debt is written to a settled deposit of Bob. */
const OWED_BY_BOB = `${DEPOSIT_2}
  update deposits set phase = 'settled', block_number = 150, block_hash = 'b150', shortfall = 100 where id = 2;`;

/** The first movement of the dealing journal, which is its owner's. */
export const DEALING_BEGAN = booked(
  [DEALING, 1],
  'transfer.between',
  '2',
  [
    [ANN, 2, USDT, -1],
    [ANN, 3, USDT, 1],
  ],
  ANN,
);
/** Each in a transaction of its own. */
const afterDealingBegan = (theft: string): string =>
  `begin; ${DEALING_BEGAN} commit; begin; ${theft} commit;`;

/** The spot writer adds to an account of the dealing writer. */
const OF_SPOT_WRITER = booked(
  inWallet(SPOT),
  'transfer.from_spot',
  '1',
  [
    [ANN, 1, USDT, -3],
    [ANN, 2, USDT, 3],
  ],
  ANN,
);
const ADDED_BY_SPOT_WRITER =
  'entry_of_other_writer: journal 2, number 14, recipe transfer.from_spot, owner_id 11, account_type 2, currency_id 1, available_delta 3, frozen_delta 0';

export const DEPOSIT_THEFTS: readonly Theft[] = [
  {
    what: 'a deposit credited with more than arrived',
    ledger: 'wallet',
    statements: `${DEPOSIT_2}
      update deposits set phase = 'credited' where id = 2;
      update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"credited"') where kind = 'deposit' and id = 2;
      ${posted('deposit.credited', '2:1', credited(BOB, 7_000))}`,
    row: 'deposit_phase_not_booked: deposit_id 2, phase credited, amount 70, credited 7000, reversed 0',
  },
  {
    what: 'a deposit credited to another user',
    ledger: 'wallet',
    statements: `${DEPOSIT_2}
      update deposits set phase = 'credited' where id = 2;
      update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"credited"') where kind = 'deposit' and id = 2;
      ${posted('deposit.credited', '2:1', credited(CAROL, 70))}`,
    row: 'owner_not_of_cause: journal 2, number 14, recipe deposit.credited, cause_id 2:1, owner_id 13',
  },
  {
    what: 'a deposit credited before its blocks',
    ledger: 'wallet',
    statements: `${DEPOSIT_2}
      ${posted('deposit.credited', '2:1', credited(BOB, 70))}`,
    row: 'deposit_phase_not_booked: deposit_id 2, phase confirming, amount 70, credited 70, reversed 0',
  },
  {
    what: 'a deposit that says it is credited and was not',
    ledger: 'wallet',
    statements: `${DEPOSIT_2}
      update deposits set phase = 'credited' where id = 2;
      update lifecycles set snapshot = jsonb_set(snapshot, '{value}', '"credited"') where kind = 'deposit' and id = 2`,
    row: 'deposit_phase_not_booked: deposit_id 2, phase credited, amount 70, credited 0, reversed 0',
  },
  {
    what: 'a deposit whose amount was raised afterwards',
    ledger: 'wallet',
    statements: 'update deposits set amount = 101 where id = 1',
    row: 'deposit_phase_not_booked: deposit_id 1, phase settled, amount 101, credited 100, reversed 0',
  },
  {
    what: 'a settled deposit that is reversed in the ledger',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'deposit.reversed', '1:1', [
      [0, CUSTODY, USDT, 100],
      [0, REVERSED, USDT, -100],
    ]),
    row: 'deposit_phase_not_booked: deposit_id 1, phase settled, amount 100, credited 100, reversed 100',
  },
  {
    what: 'a debt of a reversed deposit that the row forgets',
    ledger: 'wallet',
    statements: REVERSED_OF_ANN,
    row: 'reversed_not_owed: currency_id 1, reversed 100',
  },
  {
    what: 'a debt that moves to a deposit of another user',
    ledger: 'wallet',
    statements: REVERSED_OF_ANN + OWED_BY_BOB,
    row: 'shortfall_not_of_user: user_id 12, currency_id 1, owed 100',
  },
  {
    what: 'a debt that was collected from another user before the pass',
    ledger: 'wallet',
    statements: `${REVERSED_OF_ANN} ${OWED_BY_BOB} update deposits set shortfall = 0 where id = 2;
      insert into deposit_recoveries (id, deposit_id, amount, posting_id, is_settled)
      overriding system value values (5, 2, 100, 34, true);
      ${posted('deposit.recovered', '5', [
        [BOB, 1, USDT, -100],
        [0, REVERSED, USDT, 100],
      ])}`,
    row: 'shortfall_not_of_user: user_id 12, currency_id 1, reversed -100',
  },
  {
    what: 'a settled deposit without a block',
    ledger: 'wallet',
    statements: forged('settled', 'test', 'null, null'),
    row: 'deposit_without_block: deposit_id 2, chain test, phase settled, newest 200',
  },
  {
    what: 'a settled deposit in a block that the scanner has not read yet',
    ledger: 'wallet',
    statements: forged('settled', 'test', "2e9, 'b'"),
    row: 'deposit_without_block: deposit_id 2, chain test, phase settled, block_number 2000000000, newest 200',
  },
  {
    what: 'a credited deposit in a block that does not exist and has no hash',
    ledger: 'wallet',
    statements: forged('credited', 'test', '2e9, null'),
    row: 'deposit_without_block: deposit_id 2, chain test, phase credited, block_number 2000000000, newest 200',
  },
  {
    what: 'a settled deposit of a chain that no scanner reads',
    ledger: 'wallet',
    statements: forged('settled', 'nowhere', "150, 'b150'"),
    row: 'deposit_without_block: deposit_id 2, chain nowhere, phase settled, block_number 150',
  },
  {
    what: 'a credited deposit in a block with another hash',
    ledger: 'wallet',
    statements: forged('credited', 'test', "198, 'b'"),
    row: 'deposit_without_block: deposit_id 2, chain test, phase credited, block_number 198, newest 200',
  },
  {
    what: 'a deposit that is settled before its block is deep enough',
    ledger: 'wallet',
    statements: forged('settled', 'test', "196, 'b196'"),
    row: 'deposit_without_block: deposit_id 2, chain test, phase settled, block_number 196, newest 200',
  },
  {
    what: 'a settled deposit below the oldest kept block that was never compared with its chain',
    ledger: 'wallet',
    statements: forged('settled', 'test', "50, 'b50'"),
    row: 'deposit_not_compared: deposit_id 2, chain test, phase settled, amount 70',
  },
  {
    what: 'a settled deposit that was compared before its credit alone',
    ledger: 'wallet',
    statements: `${forged('settled', 'test', "150, 'b150'")} ${provenWhere('id = 2', 'credit')};`,
    row: 'deposit_not_compared: deposit_id 2, chain test, phase settled, amount 70',
  },
  {
    what: 'a credited deposit that was compared with another payment',
    ledger: 'wallet',
    statements: `${forged('credited', 'test', "198, 'b198'")} ${provenWhere('id = 2', 'credit')};
      update deposits set transaction_hash = 'other' where id = 2;`,
    row: 'deposit_not_compared: deposit_id 2, chain test, phase credited, amount 70',
  },
  {
    what: 'a settled deposit that was compared in another block',
    ledger: 'wallet',
    statements: `${forged('settled', 'test', "150, 'b150'")} ${provenWhere('id = 2')};
      update deposits set (block_number, block_hash) = (151, 'b151') where id = 2;`,
    row: 'deposit_not_compared: deposit_id 2, chain test, phase settled, amount 70',
  },
  {
    what: 'a deposit from before the comparison that its chain does not have',
    ledger: 'wallet',
    statements: `${forged('settled', 'test', "150, 'b150'")} ${provenWhere('id = 2', 'taken_over')};
      ${provenWhere('id = 2', 'refuted')};`,
    row: 'deposit_not_on_chain: deposit_id 2, chain test, phase settled',
  },
  {
    what: 'a debt without a reversal',
    ledger: 'wallet',
    statements: 'update deposits set shortfall = 30 where id = 1',
    row: 'reversed_not_owed: currency_id 1, owed 30',
  },
  {
    what: 'a recovery that no row asked for',
    ledger: 'wallet',
    statements: posted('deposit.recovered', '5', [
      [ANN, 1, USDT, -10],
      [0, REVERSED, USDT, 10],
    ]),
    row: 'cause_missing: journal 2, number 14, recipe deposit.recovered, cause_id 5',
  },
  {
    what: 'a recovery that takes more than its row says',
    ledger: 'wallet',
    statements: `insert into deposit_recoveries (id, deposit_id, amount, posting_id, is_settled)
      overriding system value values (5, 1, 3, 34, false);
      ${posted('deposit.recovered', '5', [
        [ANN, 1, USDT, -10],
        [0, REVERSED, USDT, 10],
      ])}`,
    row: 'recovery_booked_otherwise: journal 2, number 14, owner_id 11, account_type 1, currency_id 1, available -3, available_delta -10, frozen 0, frozen_delta 0',
  },
  {
    what: 'a collection that no row asked for',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'deposit.collected', '5', [
      [ANN, 3, USDT, -3],
      [0, REVERSED, USDT, 3],
    ]),
    row: 'cause_missing: journal 1, number 6, recipe deposit.collected, cause_id 5',
  },
  {
    what: 'a collection from another account than its row says',
    ledger: 'wallet',
    statements: `insert into deposit_recoveries (id, deposit_id, amount, account_type, is_settled)
      overriding system value values (5, 1, 3, 2, true);
      ${booked(inWallet(GENERAL), 'deposit.collected', '5', [
        [ANN, 3, USDT, -3],
        [0, REVERSED, USDT, 3],
      ])}`,
    row: 'recovery_booked_otherwise: journal 1, number 6, owner_id 11, account_type 2, currency_id 1, available -3, frozen 0',
  },
  {
    what: 'a transfer that another user ordered',
    ledger: 'wallet',
    statements: booked(
      inWallet(GENERAL),
      'transfer.between',
      '2',
      [
        [ANN, 2, USDT, -5],
        [ANN, 3, USDT, 5],
      ],
      BOB,
    ),
    row: 'actor_not_of_cause: journal 1, number 6, recipe transfer.between, cause_id 2, actor_id 12',
  },
  {
    what: 'an order in the spot journal that no user placed',
    ledger: 'wallet',
    statements: booked(inWallet(SPOT), 'spot.order_placed', '77', [[ANN, 1, USDT, -3, 3]], ANN),
    row: 'cause_missing: journal 2, number 14, recipe spot.order_placed, cause_id 77',
  },
  {
    what: 'an order that freezes money of another user',
    ledger: 'wallet',
    statements: booked(inWallet(SPOT), 'spot.order_placed', '3', [[BOB, 1, BTC, -3, 3]], ANN),
    row: 'owner_not_of_cause: journal 2, number 14, recipe spot.order_placed, cause_id 3, owner_id 12',
  },
  {
    what: 'an order that ends with the signature of another user',
    ledger: 'wallet',
    statements: booked(inWallet(SPOT), 'spot.order_ended', '3', [[ANN, 1, USDT, 3, -3]], BOB),
    row: 'actor_not_of_cause: journal 2, number 14, recipe spot.order_ended, cause_id 3, actor_id 12',
  },
  {
    what: 'an order that gives back more than it takes from frozen, out of custody',
    ledger: 'wallet',
    statements: booked(
      inWallet(SPOT),
      'spot.order_ended',
      '3',
      [
        [ANN, 1, USDT, 3],
        [0, CUSTODY, USDT, -3],
      ],
      ANN,
    ),
    row: 'entry_not_of_recipe: journal 2, number 14, recipe spot.order_ended, owner_id 0, account_type 100, currency_id 1, available_delta -3, frozen_delta 0',
  },
  {
    what: 'a grant into an account of the exchange',
    ledger: 'wallet',
    statements: booked(inWallet(GENERAL), 'seed.grant', 'test', [
      [0, CUSTODY, USDT, -3],
      [0, FEES, USDT, 3],
    ]),
    row: 'entry_not_of_recipe: journal 1, number 6, recipe seed.grant, owner_id 0, account_type 101, currency_id 1, available_delta 3, frozen_delta 0',
  },
  {
    what: 'money in transit that a transfer into the spot account makes up',
    ledger: 'wallet',
    statements: booked(
      inWallet(GENERAL),
      'transfer.into_spot',
      '3',
      [
        [ANN, TRANSIT, USDT, -10],
        [ANN, 3, USDT, 10],
      ],
      ANN,
    ),
    row: 'recipe_in_wrong_journal: journal 1, number 6, recipe transfer.into_spot, cause_id 3',
  },
  {
    what: 'a sum of the market maker with money of custody',
    ledger: 'wallet',
    statements: booked(inWallet(SPOT), 'spot.house_posted', '1', [
      [-1, 1, USDT, 3],
      [0, CUSTODY, USDT, -3],
    ]),
    row: 'entry_not_of_recipe: journal 2, number 14, recipe spot.house_posted, owner_id 0, account_type 100, currency_id 1, available_delta -3, frozen_delta 0',
  },
  {
    what: 'money that the spot writer adds to an account of the dealing writer',
    ledger: 'wallet',
    statements: afterDealingBegan(OF_SPOT_WRITER),
    row: ADDED_BY_SPOT_WRITER,
  },
  {
    what: 'the same in a ledger whose transactions were counted again, where only the time is later',
    ledger: 'wallet',
    statements: DEALING_BEGAN + OF_SPOT_WRITER.replace("'r', 0)", "'r', 1)"),
    row: ADDED_BY_SPOT_WRITER,
  },
  {
    what: 'money that a transaction takes from an account of the dealing writer',
    ledger: 'wallet',
    statements: afterDealingBegan(
      booked(
        inWallet(GENERAL),
        'transfer.between',
        '2',
        [
          [ANN, 2, USDT, -3],
          [ANN, 3, USDT, 3],
        ],
        ANN,
      ),
    ),
    row: 'entry_of_other_writer: journal 1, number 6, recipe transfer.between, owner_id 11, account_type 2, currency_id 1, available_delta -3, frozen_delta 0',
  },
];
