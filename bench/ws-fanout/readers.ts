/**
 * The readers, in their own process: raw connections that count bytes, so that the server is the only thing
 * measured. The parent sends the number of bytes to wait for.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SOCKET_PATH } from '../../contract/socket-path.ts';

/** Parent → readers: wait until all readers of each side together have `bytes` more. */
export type ReaderCommand =
  | {
      readonly type: 'open';
      readonly port: number;
      readonly sockets: number;
      readonly hello?: string;
    }
  | { readonly type: 'await'; readonly port: number; readonly bytes: number };

const END_OF_HEAD = Buffer.from('\r\n\r\n');
/** Milliseconds, longer than any pause between two chunks of one greeting. */
const QUIET_MS = 400;

interface Side {
  received: number;
  /** Number of bytes at which the parent is notified. */
  awaited: number;
}

const sides = new Map<number, Side>();

process.on('message', (command: ReaderCommand) => {
  if (command.type === 'open') void open(command);
  else wait(command.port, command.bytes);
});

async function open({ port, sockets, hello }: Extract<ReaderCommand, { type: 'open' }>) {
  const side: Side = { received: 0, awaited: Number.POSITIVE_INFINITY };
  sides.set(port, side);
  for (let index = 0; index < sockets; index += 1) {
    const socket = await upgraded(port);
    socket.on('data', (chunk) => count(side, port, chunk.length));
    if (hello !== undefined) socket.write(maskedTextFrame(hello));
  }
  let before = -1;
  while (before !== side.received) {
    before = side.received;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
  process.send?.({ type: 'opened', port });
}

async function upgraded(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  if (!head.includes(END_OF_HEAD)) throw new Error(`no upgrade: ${String(head)}`);
  return socket;
}

function wait(port: number, bytes: number): void {
  const side = sides.get(port);
  if (side === undefined) throw new Error(`nothing is open at ${port}`);
  side.awaited = bytes;
  side.received = 0;
  process.send?.({ type: 'waiting', port });
}

function count(side: Side, port: number, bytes: number): void {
  side.received += bytes;
  if (side.received < side.awaited) return;
  side.awaited = Number.POSITIVE_INFINITY;
  process.send?.({ type: 'received', port });
}

/** A client's frame, masked with zeros. */
function maskedTextFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
