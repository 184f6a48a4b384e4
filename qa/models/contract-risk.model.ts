/** Alphabet of the risk of a contract account: ratios on both sides of each threshold. */
import { contractRiskMachine } from '../../machines/domain/lever/contract-risk.machine.ts';
import type { ContractRiskEvent } from '../../machines/domain/lever/contract-risk.machine.ts';
import { defineModel, stateAnd, type EventCase } from './model.ts';

type Snapshot = ReturnType<typeof contractRiskMachine.getInitialSnapshot>;
type Case = EventCase<ContractRiskEvent, Snapshot>;

const measured = (percent: number, isOwnDoing: boolean): Case => ({
  event: { type: 'ratio.measured', equity: String(percent), margin: '100', isOwnDoing },
  by: 'engine',
  label: isOwnDoing
    ? `the owner changes the account, and the ratio is ${percent} %`
    : `the ratio is ${percent} %`,
});

export const contractRiskModel = defineModel({
  name: 'contract-risk',
  machine: contractRiskMachine,
  input: undefined,
  cases: [
    ...[50, 51, 70, 71, 75, 76, 100, 101, 105, 106].map((percent) => measured(percent, false)),
    ...[70, 100, 106].map((percent) => measured(percent, true)),
    { event: { type: 'positions.gone' }, by: 'engine', label: 'no position is left' },
    { event: { type: 'prices.frozen' }, by: 'engine', label: 'a price of the account is missing' },
    { event: { type: 'prices.live' }, by: 'engine', label: 'all prices are known again' },
  ],
  key: (snapshot) => stateAnd(snapshot),
  stateLabels: {
    flat: 'nothing is open',
    calm: 'equity covers the whole margin',
    attention: 'the owner is warned',
    danger: 'the owner is warned of a stop-out',
    stoppingOut: 'all positions are being closed',
  },
  limit: 1_000,
});
