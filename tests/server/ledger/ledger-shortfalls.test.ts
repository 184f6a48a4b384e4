/** Shortfalls of contracts in the ledger: one movement with the close, or two when the close canceled orders in between. */
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { GAP_ENTRIES, keepGapLedger } from '../../support/lever/gap-ledger.ts';
import { ANN, BOB, ENTRIES } from '../../support/ledger/small-ledger.ts';
import { booked } from './forged-bookings.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';
import { rewritten } from './ledger-stop-out-faults.ts';
import { run, usePlantedLedger } from './planted-ledger.ts';

const { consistentSession, expectFault } = usePlantedLedger();
const keep = (_: Client, address: DatabaseAddress) => keepGapLedger(address);
const consistent = () => consistentSession(keep, ENTRIES + GAP_ENTRIES);

test('both forms are consistent, and say who paid', async () => {
  const { address, session } = await consistent();
  const { rows } = await run(
    address,
    `select recipe || ' ' || cause_id as movement, string_agg(account_type || ' ' || sign(available_delta), ', '
       order by account_type) as changes
     from ledger_movements join ledger_entries using (journal, number)
     where journal = 3 and cause_id in ('1', '3') and recipe in (
       'lever.closed', 'lever.closed_with_shortfall', 'lever.shortfall_paid')
     group by number, recipe, cause_id order by number`,
  );
  // 2 is the contract account, 105 the debt, 110 the pool, 111 the insurance fund.
  expect(rows).toEqual([
    { movement: 'lever.closed 1', changes: '2 -1, 105 -1, 110 1' },
    { movement: 'lever.shortfall_paid 1', changes: '105 1, 111 -1' },
    { movement: 'lever.closed_with_shortfall 3', changes: '2 -1, 110 1, 111 -1' },
  ]);
  const { rows: paid } = await run(
    address,
    `select id::int, insured > 0 as is_insured, waived > 0 as is_waived, settled_debt = insured + waived as is_all
     from lever_orders where state = 'closed' order by id`,
  );
  expect(paid).toEqual([
    // The reserve of the canceled order paid the rest.
    { id: 1, is_insured: true, is_waived: false, is_all: false },
    { id: 3, is_insured: true, is_waived: true, is_all: true },
  ]);
  await session.close();
});

/** The insurance fund of this ledger has nothing left. */
const WITHOUT_CHECK = 'alter table ledger_accounts drop constraint ledger_accounts_not_negative;';

/** An amount of an order, as SQL. */
const of = (order: number, amount: string): string =>
  `(select ${amount} from lever_orders where id = ${order})`;

const FAULTS: readonly PlantedFault[] = [
  {
    what: 'a shortfall that was paid with its close, and is paid again',
    statements:
      WITHOUT_CHECK +
      booked('lever.shortfall_paid', '3', 0, [
        [BOB, 105, of(3, 'insured + waived')],
        [0, 111, of(3, '-insured')],
        [0, 110, of(3, '-waived')],
      ]),
    named: ['balance_negative', 'contract_debt_alone', 'lever_booked_twice'],
    namedAtOnce: ['balance_negative', 'contract_debt_alone'],
    row: /^lever_booked_twice: recipe lever.shortfall_paid, cause_id 3, times 2, last_number \d+$/,
  },
  {
    what: 'a close that is booked again with the shortfall that was paid after it',
    statements:
      WITHOUT_CHECK +
      booked('lever.closed_with_shortfall', '1', 0, [
        [ANN, 2, of(1, 'settled_available'), of(1, '-margin')],
        [ANN, 105, of(1, 'insured + waived - settled_debt')],
        [0, 111, of(1, '-insured')],
        [0, 110, of(1, '-profit - waived')],
      ]),
    named: [
      'balance_negative',
      'contract_debt_alone',
      'contract_frozen_not_held',
      'lever_booked_twice',
    ],
    namedAtOnce: ['balance_negative', 'contract_debt_alone', 'contract_frozen_not_held'],
    row: /^lever_booked_twice: recipe lever.closed, cause_id 1, times 2, last_number \d+$/,
  },
  {
    what: 'a close whose shortfall was a unit smaller than the insurance fund paid',
    statements: rewritten(3, 'insured = insured - 1, waived = waived + 1'),
    named: ['lever_booked_otherwise'],
    isFoundLate: true,
    row: /^lever_booked_otherwise: journal 3, number \d+, owner_id 0, account_type 111, currency_id 1, available -\d+, available_delta -\d+/,
  },
  {
    what: 'a shortfall after the close that was a unit smaller than the insurance fund paid',
    statements: rewritten(1, 'insured = insured - 1, waived = waived + 1'),
    named: ['lever_booked_otherwise'],
    isFoundLate: true,
    row: /^lever_booked_otherwise: journal 3, number \d+, owner_id 0, account_type 111, currency_id 1, available -\d+, available_delta -\d+/,
  },
];

test.each(FAULTS)('$what is named', (fault) => expectFault(fault, keep, ENTRIES + GAP_ENTRIES));
