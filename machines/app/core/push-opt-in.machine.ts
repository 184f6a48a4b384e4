/** The Web Push subscription of this browser: its status, and the user's changes to it. */
import { assign, setup } from 'xstate';
import { promiseActor } from './actors.ts';
import type { CallAnswer, ProblemName } from './problem.ts';

/**
 * unsupported: the browser has no Web Push. unavailable: the installation sends none. denied: the
 * user has blocked it in the browser's settings.
 */
export type PushStanding = 'unsupported' | 'unavailable' | 'denied' | 'off' | 'on';
export type PushWish = 'look' | 'turnOn' | 'turnOff';

export interface PushOptInContext {
  /** The change that is running, or ran last. */
  readonly wish: PushWish;
  /** Reason for which the last change failed; null otherwise. */
  readonly problem: ProblemName | null;
}

type PushOptInEvent =
  | { readonly type: 'push.turnOn' }
  | { readonly type: 'push.turnOff' }
  /** Rereads the status, because the browser's settings may have changed. */
  | { readonly type: 'push.look' };

const isStanding = (answer: CallAnswer<PushStanding>, standing: PushStanding): boolean =>
  answer.ok && answer.value === standing;

/** The provided actor `settle` carries the change out and returns the new status. */
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
  description: 'Whether this browser receives Web Push messages.',
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
            description: 'This browser receives messages.',
            guard: { type: 'isOn', params: ({ event }) => event.output },
            target: 'on',
          },
          {
            description: 'The user has blocked notifications in the browser.',
            guard: { type: 'isDenied', params: ({ event }) => event.output },
            target: 'denied',
          },
          {
            description: 'The browser cannot receive messages.',
            guard: { type: 'isUnsupported', params: ({ event }) => event.output },
            target: 'unsupported',
          },
          {
            description: 'The installation sends no messages.',
            guard: { type: 'isUnavailable', params: ({ event }) => event.output },
            target: 'unavailable',
          },
          {
            description: 'The subscription could not be ended.',
            guard: { type: 'isStillOn', params: ({ event }) => event.output },
            target: 'on',
            actions: { type: 'keepProblem', params: ({ event }) => event.output },
          },
          {
            description: 'This browser receives no messages, or its subscription is unknown.',
            target: 'off',
            actions: { type: 'keepProblem', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            description: 'The subscription could not be ended because of an unexpected error.',
            guard: 'wishedOff',
            target: 'on',
            actions: { type: 'keepProblem', params: { ok: false, error: 'push_unavailable' } },
          },
          {
            description: 'The browser failed unexpectedly.',
            target: 'off',
            actions: { type: 'keepProblem', params: { ok: false, error: 'push_unavailable' } },
          },
        ],
      },
    },
    on: {
      description: 'This browser receives messages.',
      on: {
        'push.turnOff': {
          description: 'The user turns messages off.',
          target: 'settling',
          actions: 'wishOff',
        },
      },
    },
    off: {
      description: 'This browser receives no messages.',
      on: {
        'push.turnOn': {
          description: 'The user turns messages on.',
          target: 'settling',
          actions: 'wishOn',
        },
      },
    },
    denied: {
      description: 'The settings of the browser block notifications.',
      on: {
        'push.look': {
          description: 'The settings may have changed.',
          target: 'settling',
          actions: 'wishLook',
        },
      },
    },
    unsupported: { description: 'This browser cannot receive messages.' },
    unavailable: { description: 'This installation sends no messages.' },
  },
});
