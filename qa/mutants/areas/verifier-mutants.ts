/** Faults of the verification of the ledger. */
import { faultsIn } from '../area-mutant.ts';

const TURNS = 'server/ledger/verify-turns.repo.ts';
const DIGESTS_TEST = 'tests/server/ledger/ledger-digests.test.ts';

export const VERIFIER_MUTANTS = [
  ...faultsIn(
    'ledger',
    'server/ledger/verifier.repo.ts',
    'tests/server/ledger/ledger-watch.test.ts',
    [
      [
        'records-never-compared',
        'records are not compared with their lifecycles in turn',
        'ofRecords(each.rules, each.ids, !isFirst && each.isWholeTable)',
        '[]',
        'an order of long ago',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-accounts.repo.ts',
    'tests/server/ledger/ledger-accounts.test.ts',
    [
      [
        'written-balances-not-read',
        'balances that were written since the last pass are not compared',
        'where ctid = any(array(select unnest(written) from searched))',
        'where ctid = any(array(select unnest(written) from searched)) and false',
        'is named by the next pass',
      ],
      [
        'deleted-balances-not-counted',
        'a deleted balance does not make a pass compare all accounts',
        'wasRowDeleted: missing > before.missing',
        'wasRowDeleted: missing < before.missing',
        'is named by the next pass',
      ],
      [
        'new-balances-not-counted',
        'a new balance hides a deleted one',
        'const known = before.known + added;',
        'const known = before.known;',
        'is named by the next pass',
      ],
      [
        'pages-without-turn',
        'only the first pages of the accounts are searched',
        'page: isEnd ? 0 : to,',
        'page: 0,',
        'with many pages a changed balance is named',
      ],
      [
        'turn-forgets-its-beginning',
        'a balance that is written behind the search of a turn is never found',
        'before.page === 0 ? [before.began, mark] : [before.since, before.began]',
        'before.page === 0 ? [mark, mark] : [before.since, before.began]',
        'behind the search is named in the next turn',
      ],
      [
        'accounts-without-turn',
        'accounts that nobody writes are never compared again',
        'from verify_balances where ${isNext} order by ${KEY}',
        'from verify_balances where ${isNext} and false order by ${KEY}',
        'with many pages a deleted balance is named',
      ],
      [
        'watched-balances-kept',
        'rules on frozen amounts read the balances of the first pass',
        'select ${KEY}, available, frozen from verify_accounts where ${IS_WATCHED}`;',
        'select ${KEY}, available, frozen from verify_accounts where false`;',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-past.repo.ts',
    'tests/server/ledger/ledger-ranges.test.ts',
    [
      [
        'past-never-compared',
        'old ranges are not recounted in turn',
        '    else await this.#compareInTurn(this.#share.next(entries, isBusy));',
        '',
      ],
      [
        'hunt-begins-again',
        'no range is compared at once after the guard was touched',
        '    await this.#hunt();\n    return changed;',
        '    return changed;',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger-guard.repo.ts',
    'tests/server/ledger/ledger-ranges.test.ts',
    [
      [
        'bulk-write-unnoticed',
        'a rewritten table goes unnoticed',
        'before.marks[table] !== now.marks[table]',
        'false',
      ],
      [
        'disabled-trigger-unnoticed',
        'a disabled trigger of the logs goes unnoticed',
        "where tgenabled is distinct from 'A'",
        'where tgname is null',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-rows.repo.ts',
    'tests/server/ledger/ledger-ranges.test.ts',
    [
      [
        'deleted-rows-unnoticed',
        'changed old rows of the spot journal go unnoticed',
        'case when (journal = 2 and number <= ${lastSpot})',
        'case when (journal = 2 and number < 0)',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/verify-range.repo.ts',
    'tests/server/ledger/ledger-ranges.test.ts',
    [
      [
        'changed-range-consistent',
        'a range with changed balances counts as consistent',
        "if (stored.digest !== this.#digest.digest('hex')) {",
        'if (false) {',
      ],
      [
        'wrong-sums-consistent',
        'a range with wrong sums counts as consistent',
        'if (!stored.are_sums_same)',
        'if (false)',
      ],
      [
        'broken-chain-consistent',
        'a range with a wrong hash counts as consistent',
        'if (!stored.is_hash_same || !stored.is_chained)',
        'if (false)',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger-watch.ts',
    'tests/server/ledger/ledger-watch.test.ts',
    [
      [
        'ranges-never-closed',
        'ranges are never closed',
        '    if (faults.length === 0) await this.#closeOrLeave(session, now);',
        '',
        'are closed after an hour',
      ],
      [
        'fault-permitted',
        'an operator may permit a fault that was found',
        "    if (this.#hasFaults()) return refuse('ledger_has_faults');\n",
        '',
        'changed by one unit',
      ],
      [
        'permission-outlasts-pass',
        'the permission to go on unverified outlasts a pass without faults',
        '    await this.#permission.end(now);\n',
        '',
        'passes that fail',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/areas/lever/lever-order-rules.repo.ts',
    'tests/server/ledger/ledger-contracts.test.ts',
    [
      [
        'contract-amounts-not-compared',
        'a contract order with other amounts than its terms give goes unnoticed',
        'and stored is distinct from computed',
        'and false',
      ],
      [
        'contract-opens-above-limit',
        'an opening worse than its limit goes unnoticed',
        'open_ticks > coalesce(limit_ticks, worst_ticks)',
        'false',
      ],
      [
        'debt-without-position',
        'a debt that no position covers goes unnoticed',
        "where lever_order.owner_id = debt.owner_id and state in ('in_trading', 'closing')",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/areas/lever/lever-order-rules.repo.ts',
    'tests/server/ledger/ledger-contracts.test.ts',
    [
      [
        'deleveraging-unexplained',
        'a deleveraging while the pool covered enough goes unnoticed',
        'profit > 0 and seen_cover * 100 <',
        'profit > 0 and seen_cover * 0 <',
      ],
      [
        'end-of-market-unexplained',
        'the end of a market that was never announced goes unnoticed',
        "when close_reason = 'wound_down' and not ${END_JUSTIFIED} then close_reason",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/areas/lever/lever-stop-out-rule.repo.ts',
    'tests/server/ledger/ledger-contracts.test.ts',
    [
      [
        'stop-out-above-half',
        'a stop-out above half of the margin goes unnoticed',
        'coalesce(seen_equity * 100 > seen_margin * ${RISK_PERCENT.stopOut}, true)',
        'false',
      ],
      [
        'stop-out-of-other-equity',
        'a stop-out that saw another equity or margin goes unnoticed',
        '(seen_margin, seen_equity) is distinct from (margin, held.amount + result)',
        'false',
      ],
      [
        'stop-out-paid-otherwise',
        'a stop-out for which the exchange paid more than was lacking goes unnoticed',
        'or paid <> case when are_all_closed then greatest(0, -seen_equity) else 0 end',
        '',
      ],
      [
        'absent-market-at-an-older-mark',
        'a stop-out that counts an absent market at an older mark goes unnoticed',
        'coalesce(mark.next_at_ms >= stop_out.closed_at_ms, true)',
        'true',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/areas/lever/lever-mark-rules.repo.ts',
    'tests/server/ledger/ledger-contracts.test.ts',
    [
      [
        'contract-price-not-marked',
        'a contract that was closed at no mark goes unnoticed',
        'mark.seq is null or mark.taken_at_ms',
        'mark.taken_at_ms',
      ],
      [
        'older-mark-passes',
        'an act at an older mark than the newest goes unnoticed',
        ' or next_taken_at_ms < act.at_ms',
        '',
      ],
      [
        'mark-without-median',
        'a mark that is not the median of its sources goes unnoticed',
        'where ticks is distinct from median or',
        'where',
      ],
      [
        'source-votes-twice',
        'a source that votes twice goes unnoticed',
        'count(distinct source',
        'count(source',
      ],
      [
        'far-source-passes',
        'a source that is too far from the others goes unnoticed',
        ' or not ${APART_MAX}',
        '',
      ],
      [
        'agreement-believed',
        'an agreement that the sources do not have goes unnoticed',
        'or is_agreed is distinct from do_agree',
        '',
      ],
      [
        'mark-within-costs-of-others',
        'an act at a mark on which sources agree only within higher costs than its own goes unnoticed',
        'div(spread_ppm + fee_ppm, 2) end',
        'null end',
      ],
    ],
  ),
  ...faultsIn('ledger', TURNS, DIGESTS_TEST, [
    [
      'digests-kept-after-a-fault',
      'a fault of a large record is named once',
      'isConsistent ? this.#nextDigests : new Map()',
      'this.#nextDigests',
    ],
    [
      'unchanged-records-read-again',
      'each pass reads all rows of large records',
      'isConsistent ? this.#nextDigests : new Map()',
      'new Map()',
    ],
  ]),
  ...faultsIn('ledger', TURNS, 'tests/server/ledger/ledger-contracts.test.ts', [
    [
      'open-orders-trusted',
      'a start does not compare open contract orders',
      '(isFirst || areManyOpen !== true)',
      '(areManyOpen !== true)',
      'the first pass of a start',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/areas/lever/lever-booked-rules.repo.ts',
    'tests/server/ledger/ledger-contracts.test.ts',
    [
      [
        'close-pays-too-much',
        'a close that pays more than its profit goes unnoticed',
        "[OWNERS.house, leverPool, '-profit', '0']",
        "[OWNERS.house, leverPool, '-profit - 1', '0']",
      ],
      [
        'empty-entry-counts',
        'an entry of nothing stands for one that is missing in another movement',
        ' and (available_delta <> 0 or frozen_delta <> 0) and case',
        ' and case',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/areas/lever/lever-booked-rules.repo.ts',
    'tests/server/ledger/ledger-shortfalls.test.ts',
    [
      [
        'shortfall-paid-again',
        'a shortfall that is paid with its close and once more goes unnoticed',
        "(values ('lever.closed'), ('lever.shortfall_paid')) each (step)",
        "(values ('lever.closed')) each (step)",
        'a shortfall that was paid',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/migration-guard.repo.ts',
    'tests/server/ledger/ledger-moves.test.ts',
    [
      [
        'trigger-accepted-while-unused',
        'a start accepts triggers that were changed by hand before the first movement',
        'not exists (select from ledger_guards where place = ${PLACE})',
        'true',
        'that is still empty',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/kit/db/append-only-tables.ts',
    'tests/server/kit/server-role.test.ts',
    [
      [
        'server-role-changes-logs',
        'the role of the server can change logs',
        "  'ledger_entries',\n",
        '',
      ],
    ],
  ),
];
