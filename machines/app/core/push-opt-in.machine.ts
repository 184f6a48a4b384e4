/** Whether this browser is told by Web Push: what stands, and the person's wish to change it. */
import { assign, setup } from 'xstate';
import { promiseActor } from './actors.ts';
import type { CallAnswer, ProblemName } from './problem.ts';

/**
 * unsupported: the browser cannot be told. unavailable: the installation sends nothing. denied: the
 * person has forbidden it in the settings of the browser.
 */
export type PushStanding = 'unsupported' | 'unavailable' | 'denied' | 'off' | 'on';
export type PushWish = 'look' | 'turnOn' | 'turnOff';

export interface PushOptInContext {
  /** What is being done, or was done last. */
  readonly wish: PushWish;
  /** Why the last wish did not come true; null otherwise. */
  readonly problem: ProblemName | null;
}

export type PushOptInEvent =
  | { readonly type: 'push.turnOn' }
  | { readonly type: 'push.turnOff' }
  /** The settings of the browser may have been changed. */
  | { readonly type: 'push.look' };

const isStanding = (answer: CallAnswer<PushStanding>, standing: PushStanding): boolean =>
  answer.ok && answer.value === standing;

/** The provided actor `settle` carries the wish out, and says how it stands then. */
export const pushOptInMachine = setup({
  types: {
    context: {} as PushOptInContext,
    events: {} as PushOptInEvent,
    children: {} as { settle: 'settle' },
    tags: '' as 'busy',
  },
  actors: {
    settle: promiseActor<CallAnswer<PushStanding>, { readonly wish: PushWish }>('settle'),
  },
  guards: {
    isOn: (_, answer: CallAnswer<PushStanding>) => isStanding(answer, 'on'),
    isDenied: (_, answer: CallAnswer<PushStanding>) => isStanding(answer, 'denied'),
    isUnsupported: (_, answer: CallAnswer<PushStanding>) => isStanding(answer, 'unsupported'),
    isUnavailable: (_, answer: CallAnswer<PushStanding>) => isStanding(answer, 'unavailable'),
    isStillOn: ({ context }, answer: CallAnswer<PushStanding>) =>
      !answer.ok && context.wish === 'turnOff',
    wishedOff: ({ context }) => context.wish === 'turnOff',
  },
  actions: {
    wishOn: assign({ wish: 'turnOn', problem: null }),
    wishOff: assign({ wish: 'turnOff', problem: null }),
    wishLook: assign({ wish: 'look', problem: null }),
    keepProblem: assign((_, answer: CallAnswer<PushStanding>) => ({
      problem: answer.ok ? null : answer.error,
    })),
  },
}).createMachine({
  id: 'pushOptIn',
  description: 'Whether this browser is told by Web Push.',
  context: { wish: 'look', problem: null },
  initial: 'settling',
  states: {
    settling: {
      description: 'The browser and the server are asked.',
      tags: 'busy',
      invoke: {
        id: 'settle',
        src: 'settle',
        input: ({ context }) => ({ wish: context.wish }),
        onDone: [
          {
            description: 'This browser is told.',
            guard: { type: 'isOn', params: ({ event }) => event.output },
            target: 'on',
          },
          {
            description: 'The person has forbidden it in the browser.',
            guard: { type: 'isDenied', params: ({ event }) => event.output },
            target: 'denied',
          },
          {
            description: 'The browser can not be told.',
            guard: { type: 'isUnsupported', params: ({ event }) => event.output },
            target: 'unsupported',
          },
          {
            description: 'The installation sends nothing.',
            guard: { type: 'isUnavailable', params: ({ event }) => event.output },
            target: 'unavailable',
          },
          {
            description: 'It could not be ended.',
            guard: { type: 'isStillOn', params: ({ event }) => event.output },
            target: 'on',
            actions: { type: 'keepProblem', params: ({ event }) => event.output },
          },
          {
            description: 'This browser is not told, or it is not known that it is.',
            target: 'off',
            actions: { type: 'keepProblem', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            description: 'It could not be ended, for a reason nobody foresaw.',
            guard: 'wishedOff',
            target: 'on',
            actions: { type: 'keepProblem', params: { ok: false, error: 'push_unavailable' } },
          },
          {
            description: 'The browser failed in a way nobody foresaw.',
            target: 'off',
            actions: { type: 'keepProblem', params: { ok: false, error: 'push_unavailable' } },
          },
        ],
      },
    },
    on: {
      description: 'This browser is told.',
      on: {
        'push.turnOff': {
          description: 'The person does not want to be told any more.',
          target: 'settling',
          actions: 'wishOff',
        },
      },
    },
    off: {
      description: 'This browser is not told.',
      on: {
        'push.turnOn': {
          description: 'The person wants to be told.',
          target: 'settling',
          actions: 'wishOn',
        },
      },
    },
    denied: {
      description: 'The settings of the browser forbid it.',
      on: {
        'push.look': {
          description: 'They may have been changed.',
          target: 'settling',
          actions: 'wishLook',
        },
      },
    },
    unsupported: { description: 'This browser can not be told.' },
    unavailable: { description: 'This installation sends nothing.' },
  },
});
