/** Alphabet of the unread messages of an order. */
import { unreadMessagesMachine } from '../../machines/app/core/unread-messages.machine.ts';
import { defineModel, stateAnd } from './model.ts';

export const unreadMessagesModel = defineModel({
  name: 'unread-messages',
  machine: unreadMessagesMachine,
  input: { unread: 1 },
  cases: [
    { event: { type: 'message.came' }, by: 'system', label: 'the other side writes' },
    {
      event: { type: 'order.read', unread: 2 },
      by: 'system',
      label: 'the order is read and says that two messages are unread',
    },
    { event: { type: 'chat.shown' }, by: 'user', label: 'the user opens the chat' },
    { event: { type: 'chat.hidden' }, by: 'user', label: 'the user leaves the chat' },
  ],
  key: ({ value, context: { read, since } }) => stateAnd({ value }, read, Math.min(since, 2)),
  stateLabels: {
    unseen: 'what is unread is counted',
    shown: 'nothing is unread',
    hidden: 'what has come since is counted',
  },
  limit: 100,
});
