/**
 * Parses and writes xstate's names of delay ends. The database stores state and delay name instead,
 * which do not depend on the version of xstate.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';

/** A delay of a state. */
export interface AfterId {
  /** Id with the machine's in front: `withdrawal.broadcasting`. */
  readonly stateId: string;
  readonly delayName: string;
}

/** A delay that must be running while its state is active. */
interface ExpectedTimer extends AfterId {
  readonly delayMs: number;
}

const AFTER = /^xstate\.after\.([^.]+)\.(.+)$/;

/** @throws AssertionError for an event that is not the end of a delay. */
export function afterIdOf(eventType: string): AfterId {
  const [, delayName, stateId] = ensure(AFTER.exec(eventType), `a delay in ${eventType}`);
  return { stateId: ensure(stateId, 'state'), delayName: ensure(delayName, 'delay') };
}

/** The event that ends the delay. */
export const afterEventOf = ({ stateId, delayName }: AfterId) => ({
  type: `xstate.after.${delayName}.${stateId}`,
});

/** Returns the delays that must be running in this snapshot, with their full lengths. */
export function expectedTimers(machine: AnyStateMachine, snapshot: unknown): ExpectedTimer[] {
  const { status, _nodes: nodes, context } = snapshot as AnyMachineSnapshot;
  if (status !== 'active') return [];
  const types = new Set(nodes.flatMap((node) => node.after.map(({ eventType }) => eventType)));
  return [...types].map((eventType) => {
    const id = afterIdOf(eventType);
    return { ...id, delayMs: lengthOf(machine, id.delayName, context) };
  });
}

function lengthOf(machine: AnyStateMachine, delayName: string, context: unknown): number {
  const delays: Readonly<Record<string, unknown>> = machine.implementations.delays;
  const delay = delays[delayName];
  const length: unknown =
    typeof delay === 'function' ? delay({ context, event: { type: 'xstate.init' } }, {}) : delay;
  assert(typeof length === 'number', `the delay ${delayName} has no length`);
  return length;
}
