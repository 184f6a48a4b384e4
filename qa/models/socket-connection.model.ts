/** Alphabet of the live socket: its subscribers, the network, the socket itself. */
import { socketConnectionMachine } from '../../machines/app/core/socket-connection.machine.ts';
import { defineModel, stateAnd } from './model.ts';

export const socketConnectionModel = defineModel({
  name: 'socket-connection',
  machine: socketConnectionMachine,
  // Two attempts show as much as thirty.
  input: { triesMax: 2 },
  cases: [
    { event: { type: 'connection.open' }, by: 'user', label: 'a screen with live prices opens' },
    {
      event: { type: 'connection.close' },
      by: 'user',
      label: 'the last screen with live prices closes',
    },
    { event: { type: 'connection.retry' }, by: 'user', label: 'the user asks for another try' },
    { event: { type: 'network.restored' }, by: 'system', label: 'the network comes back' },
    { event: { type: 'network.lost' }, by: 'system', label: 'the device loses its network' },
    { event: { type: 'page.shown' }, by: 'user', label: 'the user returns to the page' },
    { event: { type: 'socket.opened' }, by: 'system', label: 'the socket opens' },
    { event: { type: 'socket.closed' }, by: 'system', label: 'the socket closes' },
    { event: { type: 'socket.silenced' }, by: 'system', label: 'the socket falls silent' },
  ],
  key: (snapshot) => stateAnd(snapshot, snapshot.context.tries),
  stateLabels: {
    idle: 'no socket exists',
    'wanted.active.connecting': 'the socket is on its way',
    'wanted.active.open.beating': 'prices arrive',
    'wanted.active.open.checking': 'the socket is asked for a sign of life',
    'wanted.retrying': 'the next try is waited for',
    'wanted.failed': 'the failure and a retry are shown',
  },
  limit: 1_000,
});
