/** Thefts that fill a fund of the exchange with coins that no operator has moved there. */
import { HOUSE_ACCOUNTS } from '../../../server/ledger/chart.ts';
import { USDT } from '../../support/ledger/small-ledger.ts';
import { booked, DEALING, GENERAL, inWallet, type Theft } from './theft.ts';

const { custody, stakingFund, ieoTokens, leverPool, microPool } = HOUSE_ACCOUNTS;
const MAKER = -1;
const AMOUNT = 5_000;

interface Fund {
  readonly recipe: string;
  readonly journal: number;
  readonly account: number;
  /** Fault of a funding without its approved request. */
  readonly fault: string;
  /** Adds the record of a funding. */
  record(id: number, requestId: string, atMs?: number): string;
  /** Adds the request 7 of operators. */
  request(state: string, amount?: number): string;
}

const ofCurrency = (table: string, identity: string) =>
  ((id, requestId, atMs = 0) => `
    insert into ${table} (id, currency_id, amount, request_id, at_ms) ${identity}
    values (${id}, ${USDT}, ${AMOUNT}, '${requestId}', ${atMs});`) satisfies Fund['record'];

const changeOf =
  (fund: string): Fund['request'] =>
  (state, amount = AMOUNT) =>
    `
    insert into fund_changes (id, fund, currency_id, amount, worth, state, asked_by, asked_at_ms, decided_by, decided_at_ms)
    overriding system value values (7, '${fund}', ${USDT}, ${amount}, null, '${state}', 1, 0, 2, 0);`;

const FUNDS: readonly Fund[] = [
  {
    recipe: 'staking.funded',
    journal: GENERAL,
    account: stakingFund,
    fault: 'staking_fund_unapproved',
    record: ofCurrency('staking_fundings', 'overriding system value'),
    request: changeOf('staking_fund'),
  },
  {
    recipe: 'ieo.funded',
    journal: GENERAL,
    account: ieoTokens,
    fault: 'ieo_fund_unapproved',
    record: ofCurrency('ieo_fundings', 'overriding system value'),
    request: changeOf('offering_tokens'),
  },
  {
    recipe: 'lever.house_funded',
    journal: DEALING,
    account: leverPool,
    fault: 'lever_fund_unapproved',
    record: (id, requestId, atMs = 0) =>
      `insert into lever_funds values (${id}, ${AMOUNT}, 0, '${requestId}', ${atMs});`,
    request: (state, amount = AMOUNT) => `
      insert into lever_fundings (id, pool, insurance, state, asked_by, asked_at_ms, decided_by, decided_at_ms)
      overriding system value values (7, ${amount}, 0, '${state}', 1, 0, 2, 0);`,
  },
  {
    recipe: 'micro.pool_funded',
    journal: DEALING,
    account: microPool,
    fault: 'micro_fund_unapproved',
    record: (id, requestId, atMs = 0) => `
      insert into micro_funds (id, amount, request_id, at_ms) values (${id}, ${AMOUNT}, '${requestId}', ${atMs});`,
    request: changeOf('micro_pool'),
  },
];

const operator = (id: number): string => `
  insert into operators (id, account, name, password_hash, created_at_ms)
  overriding system value values (${id}, '${id}@example.test', 'Ann', 'x', 0);`;
const OPERATORS = `${operator(1)}${operator(2)}`;

const funded = ({ recipe, journal, account }: Fund, cause: string, actor = 0): string =>
  booked(
    journal === GENERAL ? inWallet(GENERAL) : [DEALING, 1],
    recipe,
    cause,
    [
      [0, custody, USDT, -AMOUNT],
      [0, account, USDT, AMOUNT],
    ],
    actor,
  );

/** Fundings that everything but one thing permits. */
const ofFund = (fund: Fund): readonly Theft[] => {
  const { recipe, fault, record } = fund;
  const row = new RegExp(`^${fault}: fund_id 9, request_id `);
  const ofRecipe = `journal \\d, number \\d+, recipe ${recipe}, cause_id 9`;
  return [
    {
      what: `${recipe} without a record, by the market maker`,
      ledger: 'wallet',
      statements: funded(fund, '9', MAKER),
      row: new RegExp(`^cause_missing: ${ofRecipe}`),
    },
    {
      what: `${recipe} whose request no operator has asked for`,
      ledger: 'wallet',
      statements: `${OPERATORS}${record(9, 'funding-7')}${funded(fund, '9')}`,
      row,
    },
    {
      what: `${recipe} in production that is said to be of the seed`,
      ledger: 'wallet',
      grants: 'none',
      statements: `${record(9, 'seed')}${funded(fund, '9')}`,
      row,
    },
  ];
};

/** Fundings that differ from their requests in one thing. Contracts have requests of their own. */
const withRequest = (fund: Fund): readonly Theft[] => {
  const { recipe, fault, record, request } = fund;
  const row = new RegExp(`^${fault}: fund_id 9, request_id `);
  const booking = `${record(9, 'funding-7')}${funded(fund, '9')}`;
  return [
    {
      what: `${recipe} by the market maker`,
      ledger: 'wallet',
      statements: `${OPERATORS}${request('booked')}${record(9, 'funding-7')}${funded(fund, '9', MAKER)}`,
      row: new RegExp(
        `^actor_not_of_cause: journal \\d, number \\d+, recipe ${recipe}, cause_id 9`,
      ),
    },
    {
      what: `${recipe} whose request was withdrawn`,
      ledger: 'wallet',
      statements: `${OPERATORS}${request('withdrawn')}${booking}`,
      row,
    },
    {
      what: `${recipe} of another amount than its request`,
      ledger: 'wallet',
      statements: `${OPERATORS}${request('approved', AMOUNT - 1)}${booking}`,
      row,
    },
    {
      what: `${recipe} whose request an unknown operator has approved`,
      ledger: 'wallet',
      statements: `${operator(1)}${request('booked')}${booking}`,
      row,
    },
    {
      what: `${recipe} of a demo exchange that is said to be of the seed, later`,
      ledger: 'wallet',
      grants: 'recorded',
      statements: `${record(1, 'seed', 1)}${record(9, 'seed', 2)}${funded(fund, '9')}`,
      row,
    },
  ];
};

export const FUNDING_THEFTS: readonly Theft[] = [
  ...FUNDS.flatMap(ofFund),
  ...FUNDS.filter(({ recipe }) => /^(?:staking|lever)/.test(recipe)).flatMap(withRequest),
];
/** Fundings that operators have approved, and those of the seed: no fault. */
export const APPROVED_FUNDINGS: readonly string[] = FUNDS.flatMap((fund) => [
  `${OPERATORS}${fund.request('booked')}${fund.record(9, 'funding-7')}${funded(fund, '9')}`,
  `${fund.record(9, 'seed', 5)}${funded(fund, '9')}`,
]);
