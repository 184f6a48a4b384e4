/** Faults of the comparison of old records with the ledger: turns, broken turns, and written records. */
import { faultsIn } from '../area-mutant.ts';

const TURNS = 'server/ledger/verify-turns.repo.ts';
const TURNS_TEST = 'tests/server/ledger/ledger-turns.test.ts';

export const RECORD_TURNS_MUTANTS = [
  ...faultsIn('ledger', TURNS, TURNS_TEST, [
    [
      'broken-turn-forgotten',
      'a fault of an old record ends when other records have their turn',
      'broken: turns };',
      'broken: new Map() };',
    ],
    [
      'broken-turns-without-end',
      'each pass compares more and more broken turns again',
      'ids.length > BROKEN_TURNS_MAX',
      'ids.length > Infinity',
    ],
    [
      'fourth-broken-turn-lost',
      'a broken turn is not compared again when there are three others',
      '{ ...this.#position, broken: this.#stillBroken(turns) }',
      '{ comparedUpTo: this.#nextUpTo, broken: this.#stillBroken(turns) }',
    ],
    [
      'written-record-lost',
      'a written record is not found again while there are too many broken turns',
      '    if (areTooMany) {\n',
      '    if (areTooMany) {\n      this.#written.keep();\n',
    ],
    [
      'written-records-not-compared',
      'old records that were written since the last pass are not compared',
      '    if (written.length === 0) return [];',
      '    if (written.length > 0) return [];',
    ],
  ]),
  ...faultsIn('ledger', 'server/ledger/verify-written.repo.ts', TURNS_TEST, [
    [
      'written-lifecycles-not-searched',
      'a lifecycle that is changed without its record is compared in its turn only',
      'lifecycle === undefined ? []',
      'lifecycle !== undefined ? []',
    ],
    [
      'record-pages-without-turn',
      'only the first pages of a table of records are searched',
      '? 0 : to, since, began',
      '? 0 : 0, since, began',
    ],
    [
      'record-search-forgets-its-beginning',
      'a record that is written behind the search is never found',
      'before.page === 0 ? [before.began, snapshot] : [before.since, before.began]',
      'before.page === 0 ? [snapshot, snapshot] : [before.since, before.began]',
    ],
  ]),
  ...faultsIn('ledger', 'server/ledger/verify-written.repo.ts', TURNS_TEST, [
    [
      'lost-session-hides-records',
      'a new session does not compare what was written before it',
      'if (searchedUpTo !== null)',
      'if (searchedUpTo === undefined)',
    ],
    [
      'lost-session-keeps-last-search',
      'a session that ends within a search does not hand over the rows before it',
      'each.page === 0 ? each.began : each.since,',
      'each.began,',
    ],
  ]),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger-watch.ts',
    'tests/server/ledger/ledger-watch.test.ts',
    [
      [
        'watch-hides-records-of-lost-session',
        'a record that is changed before the connection of the passes ends has only its turn',
        '      searchedUpTo: this.#searchedUpTo,',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'ledger',
    'server/ledger/ledger-watch.ts',
    'tests/server/ledger/ledger-restart.test.ts',
    [
      [
        'search-not-stored',
        'a record that is changed while no server runs has only its turn',
        'if (searchedUpTo !== null) await storeSearch(owner, searchedUpTo, now);',
        'void searchedUpTo;',
        'no server ran',
      ],
    ],
  ),
  ...faultsIn('ledger', 'server/ledger/range-share.ts', 'tests/unit/ledger/range-share.test.ts', [
    [
      'busy-without-end',
      'an exchange that is always busy reads a quarter of its past',
      'this.#inARow < BUSY_IN_A_ROW_MAX',
      'this.#inARow < Infinity',
    ],
    [
      'full-pass-is-busy',
      'passes of a stopped exchange compare half as many records',
      '!isFull && ',
      '',
    ],
  ]),
  ...faultsIn('ledger', 'server/areas/spot/spot-book.repo.ts', TURNS_TEST, [
    [
      'written-orders-of-old-trades',
      'a written order of an old trade counts as compared',
      'select taker_order_id from spot_deals where ${isDealId(scope)}',
      'select taker_order_id from spot_deals',
    ],
  ]),
  ...faultsIn('ledger', 'server/ledger/verify-run.repo.ts', TURNS_TEST, [
    [
      'unreadable-record-forgotten',
      'a record that no rule can read is named in its turn only',
      'if (!isApplied) broken.add(rule);',
      'if (!isApplied) broken.delete(rule);',
    ],
  ]),
];
