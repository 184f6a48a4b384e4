/** Rules of fiat orders and ads that must hold on any path through their machines. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { fiatAdMachine } from '../../machines/domain/fiat/fiat-ad.machine.ts';
import { fiatOrderMachine } from '../../machines/domain/fiat/fiat-order.machine.ts';
import { answeredLetters, caseLetters } from '../../qa/alphabet.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../qa/models/fiat-ad.model.ts';
import { fiatOrderModel } from '../../qa/models/fiat-order.model.ts';
import type { MachineModel } from '../../qa/models/model.ts';
import { FIAT_AD_RULES } from '../../qa/rules/fiat-ad.rules.ts';
import { FIAT_ORDER_RULES } from '../../qa/rules/fiat-order.rules.ts';
import { walkOf, type Rule, type Walk } from '../../qa/rules/rule.ts';

/** Two of three events are allowed ones; otherwise hardly any walk would get far. */
const choices = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat()), { maxLength: 40, size: 'max' });

function randomWalk(model: MachineModel, picks: readonly (readonly [number, number])[]): Walk {
  const all = caseLetters(model);
  return walkOf(model, (snapshot, count) => {
    const [kind, place] = picks[count] ?? [];
    if (kind === undefined || place === undefined) return null;
    const answered = answeredLetters(model, snapshot);
    const letters = kind > 0 && answered.length > 0 ? answered : all;
    return letters[place % letters.length]?.eventAt(snapshot) ?? null;
  });
}

const TARGETS: readonly { readonly model: MachineModel; readonly rules: readonly Rule[] }[] = [
  { model: fiatOrderModel, rules: FIAT_ORDER_RULES },
  { model: fiatAdModel, rules: FIAT_AD_RULES },
  { model: fiatBuyAdModel, rules: FIAT_AD_RULES },
];

/** Names of the rules that the walk breaks, each with its step. */
const breaches = (rules: readonly Rule[], walk: Walk): string[] =>
  rules.flatMap(({ name, breach }) => {
    const where = breach(walk);
    return where === null ? [] : [`${name}: ${where}`];
  });

test.each(TARGETS)('$model.name breaks no rule, on any way through it', ({ model, rules }) => {
  fc.assert(
    fc.property(choices, (picks) => {
      expect(breaches(rules, randomWalk(model, picks))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a walk gets to every state of an order', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(choices, (picks) => {
      for (const { after } of randomWalk(fiatOrderModel, picks).happenings)
        reached.add(stateOf(after.snapshot));
    }),
    { numRuns: 200, seed: 5 },
  );
  expect([...reached].toSorted()).toEqual([
    'abnormal',
    'cancelled',
    'completed',
    'paid',
    'postponed',
    'rights_protection',
    'unpaid',
  ]);
});

describe('a machine that breaks a rule is noticed', () => {
  const brokenBy = (model: MachineModel, rules: readonly Rule[]): string =>
    fc
      .sample(choices, { numRuns: 100, seed: 7 })
      .flatMap((picks) => breaches(rules, randomWalk(model, picks)))
      .join('\n');

  test('an order that keeps its coins in an account of one side', () => {
    const machine = fiatOrderMachine.provide({ guards: { isByItsRole: () => true } });
    const broken = brokenBy({ ...fiatOrderModel, machine }, FIAT_ORDER_RULES);
    expect(broken).toContain('only who may send an event changes anything by it');
    expect(broken).toContain('no side gives the coins to itself');
  });

  test('an ad that is taken twice', () => {
    const machine = fiatAdMachine.provide({ guards: { canTake: () => true } });
    const broken = brokenBy({ ...fiatAdModel, machine }, FIAT_AD_RULES);
    expect(broken).toContain('its total is what remains, what is in orders and what was sold');
  });
});

function stateOf(snapshot: AnyMachineSnapshot): string {
  const [meta] = Object.values(snapshot.getMeta()) as { readonly state: string }[];
  return meta?.state ?? '';
}
