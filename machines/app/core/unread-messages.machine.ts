/** Counts the other side's messages of an order that the user has not seen. */
import { assign, setup } from 'xstate';

interface UnreadMessagesContext {
  /** Number of unread messages when the order was last read. */
  readonly read: number;
  /** Number of messages since then. */
  readonly since: number;
}

type UnreadMessagesEvent =
  /** The other side sent a message. */
  | { readonly type: 'message.came' }
  /** The answer to a call has the number of unread messages. */
  | { readonly type: 'order.read'; readonly unread: number }
  | { readonly type: 'chat.shown' }
  | { readonly type: 'chat.hidden' };

export const unreadMessagesMachine = setup({
  types: {
    context: {} as UnreadMessagesContext,
    events: {} as UnreadMessagesEvent,
    input: {} as { readonly unread: number },
  },
  guards: {
    isOther: ({ context }, { unread }: { readonly unread: number }) => unread !== context.read,
  },
  actions: {
    count: assign({ since: ({ context }) => context.since + 1 }),
    keepRead: assign((_, { unread }: { readonly unread: number }) => ({ read: unread, since: 0 })),
    clear: assign({ read: 0, since: 0 }),
  },
}).createMachine({
  id: 'unreadMessages',
  description: 'The number of unread messages of the other side.',
  context: ({ input }) => ({ read: input.unread, since: 0 }),
  initial: 'unseen',
  states: {
    unseen: {
      description: 'The chat has not been on screen yet.',
      on: {
        'message.came': { description: 'One more message arrives.', actions: 'count' },
        'order.read': {
          description: 'The server sends a new count, which includes the latest messages.',
          guard: { type: 'isOther', params: ({ event }) => event },
          actions: { type: 'keepRead', params: ({ event }) => event },
        },
        'chat.shown': { description: 'The user sees all messages.', target: 'shown' },
      },
    },
    shown: {
      description: 'The chat is on screen, so new messages are seen.',
      entry: 'clear',
      on: { 'chat.hidden': { description: 'The user leaves the chat.', target: 'hidden' } },
    },
    hidden: {
      description: 'The chat was on screen. The answer of a call may be older than that.',
      on: {
        'message.came': { description: 'One more message arrives.', actions: 'count' },
        'chat.shown': { description: 'The user sees all messages.', target: 'shown' },
      },
    },
  },
});
