/** Faults of token subscriptions: the allocation, payments, settlements, the steps of offerings, and the rules on them. */
import { faultsIn } from '../area-mutant.ts';

const FIGURES_TEST = 'tests/unit/ieo/allocation.test.ts';
const CALLS_TEST = 'tests/server/ieo/ieo.test.ts';
const OPERATOR_TEST = 'tests/server/ieo/ieo-operator.test.ts';
const ROUNDS_TEST = 'tests/server/ieo/distribution.test.ts';
const RULES_TEST = 'tests/server/ieo/ieo-faults.test.ts';
const SHARE_TEST = 'tests/server/ieo/share-rule.test.ts';
const OUTAGE_TEST = 'tests/server/ieo/ieo-outage.test.ts';

export const IEO_MUTANTS = [
  ...faultsIn('ieo', 'contract/figures/allocation.ts', FIGURES_TEST, [
    [
      'cap-without-sharing-again',
      'what the cap leaves is not shared among the others',
      'rest -= bound * count;',
      'rest -= (rest * wanted * count) / asked;',
    ],
    [
      'remainder-to-the-first',
      'the steps that a division leaves go to the first subscriptions',
      '  sharers.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));\n',
      '',
    ],
    [
      'remainder-kept',
      'the steps that a division leaves go to no subscription',
      'sharers.slice(0, Number(rest - given))',
      'sharers.slice(0, 0)',
    ],
    [
      'cap-exceeded',
      'a subscription gets more than the cap',
      'least(wanted, cap);',
      'wanted + cap - cap;',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/ieo-subscribe.ts', CALLS_TEST, [
    [
      'not-open',
      'an offering takes payments before its start and after its end',
      "        if (offering.phase !== 'subscribing' || now >= offering.closesAtMs)\n          return refuse('offering_not_open');\n",
      '',
      'refusals change nothing',
    ],
    [
      'user-limit-exceeded',
      'a user asks for more than the limit of the offering',
      "    if (steps > BigInt(stepsMax)) return refuse('offering_limit_reached');\n",
      '',
      'within the limit of a user',
    ],
    [
      'lowered',
      'a subscription is lowered',
      "    if (steps < before) return refuse('quantity_out_of_bounds');\n",
      '',
      'within the limit of a user',
    ],
    [
      'raise-pays-twice',
      'a raise pays for the steps before it again',
      'BigInt(steps - before) * stepPrice',
      'BigInt(steps) * stepPrice',
      'a raise adds to it',
    ],
    [
      'key-of-another-quantity',
      'the key of a payment answers for another quantity',
      ' && first.stepsAfter === steps.value',
      '',
      'a raise adds to it',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/subscription-steps.ts', CALLS_TEST, [
    [
      'cost-of-the-request',
      'a user pays for the tokens asked for, not for those received',
      'units(steps * offering.stepPrice)',
      'units(BigInt(row.steps) * offering.stepPrice)',
    ],
    [
      'raise-counted-as-a-user',
      'a raise counts as one more subscriber',
      'subscribers: stepsBefore === 0 ? 1 : 0',
      'subscribers: 1',
      'a raise adds to it',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/offering-rounds.ts', ROUNDS_TEST, [
    [
      'list-without-an-open-payment',
      'the list is published while a payment has no answer',
      '    if (await isPaymentOpen(tx, id)) return false;\n',
      '',
      'a list is not published',
    ],
    [
      'refunds-before-open-payments',
      'a cancelled offering forgets the payments without an answer',
      '    await subscribing.recover(now);\n    this.#recoveredAtMs = now;\n',
      '    this.#recoveredAtMs = now;\n',
      'refunds the last payments',
    ],
    [
      'works-on-a-faulty-ledger',
      'offerings are allocated and distributed while the ledger has a fault',
      'this.#isStopped || !this.#parts.health.isConsistent()',
      'this.#isStopped',
      'while the ledger has a fault',
    ],
    [
      'finishes-on-a-faulty-ledger',
      'a distribution goes on after a fault of the ledger',
      '          if (this.#isHalted) return;\n',
      '          if (this.#isStopped) return;\n',
      'while the ledger has a fault',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/offerings.repo.ts', OUTAGE_TEST, [
    [
      'outage-taken-from-subscribers',
      'the end of subscribing stays where it was before an outage',
      '${ieoOfferings.closesAtMs} + ${byMs}::bigint',
      '${ieoOfferings.closesAtMs} + 0 * ${byMs}::bigint',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/allocation-lists.ts', CALLS_TEST, [
    [
      'results-without-a-list',
      'the published hash of the results is not that of their list',
      'sha256: sha256Hex(outputsText(published(offering, rows, steps))),',
      'sha256: sha256Hex(inputsText(published(offering, rows, steps))),',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/offering-steps.ts', OPERATOR_TEST, [
    [
      'tokens-not-set-aside',
      'an offering is published without its tokens',
      "return posted.ok ? ok(null) : refuse('offering_tokens_missing');",
      'return ok(null);',
      'a second operator publishes',
    ],
    [
      'tokens-not-freed',
      'the tokens of a cancelled offering stay promised',
      'if (free > 0)',
      'if (free < 0)',
      'a second operator publishes',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/offering-commands.ts', OPERATOR_TEST, [
    [
      'own-terms-published',
      'an operator publishes terms that are their own',
      "    if (operatorId !== null && row.savedBy === operatorId) return refuse('second_operator_needed');\n",
      '',
      'a second operator publishes',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/ieo-rules.repo.ts', RULES_TEST, [
    [
      'settled-twice-unnoticed',
      'a subscription that is settled twice goes unnoticed',
      ') > (movement.journal = ${JOURNALS.general})::integer`;',
      ') > 9`;',
    ],
    [
      'funding-unnoticed',
      'tokens that are not those of their row go unnoticed',
      "  ofRecipes(['ieo.funded'], ieoFundedOtherwise),\n",
      '',
    ],
    [
      'uncounted-payment-unnoticed',
      'a payment on hold that no subscription counts goes unnoticed',
      '(steps, paid) <> (held_steps, held_amount) or ',
      '',
    ],
    [
      'changed-subscription-keeps-its-digest',
      'a changed subscription of a published list goes unnoticed until the next start',
      'hashint8extended(id, xmin::text::bigint)',
      'hashint8extended(id, 0)',
    ],
    [
      'changed-terms-keep-the-digest',
      'changed terms of a published list go unnoticed until the next start',
      "concat_ws(' ', offering.xmin, (",
      "concat_ws(' ', (",
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/ieo-rules.repo.ts', ROUNDS_TEST, [
    [
      'unpublished-lists-made',
      'the check of lists reads the subscriptions of an offering without a list',
      'where coalesce(inputs.sha256, outputs.sha256) is not null and offering_id',
      'where offering_id',
      'reads no subscription',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/ieo-share-rule.repo.ts', SHARE_TEST, [
    [
      'moved-step-unnoticed',
      'a step that is moved between two users goes unnoticed if its list is published',
      'where allocated is distinct from expected`',
      'where allocated > steps`',
      'stored allocations',
    ],
    [
      'remainders-compared-otherwise',
      'the rule expects the steps that a division leaves at the first subscriptions',
      'order by place, id)',
      'order by id)',
      'stored allocations',
    ],
    [
      'shared-in-every-pass',
      'the rule reads all subscriptions of an offering with each settlement',
      ' and cause_id = first.id::text)',
      ')',
      'in no later one',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/ieo-book.repo.ts', SHARE_TEST, [
    [
      'share-rule-missing',
      'a moved step of an allocation goes unnoticed',
      'rules: [...IEO_RULES, IEO_SHARE_RULE],',
      'rules: IEO_RULES,',
      'a step that is moved before',
    ],
  ]),
  ...faultsIn('ieo', 'server/areas/ieo/ieo-book.repo.ts', RULES_TEST, [
    [
      'unpublished-unnoticed',
      'an offering that was never published and is settled goes unnoticed',
      '        ieoOfferingNotBooked,\n',
      '',
    ],
    [
      'changed-list-unnoticed',
      'lists that are not those of the rows go unnoticed',
      ', ieoListDiffers],',
      '],',
    ],
  ]),
];
