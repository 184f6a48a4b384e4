/** A socket that a test controls: it opens, closes and sends on request. */
import type { SocketLike } from '../../src/app/core/ports.ts';

class FakeSocket extends EventTarget {
  readonly sent: string[] = [];
  isClosedByUs = false;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosedByUs = true;
  }

  open(): void {
    this.dispatchEvent(new Event('open'));
  }

  drop(): void {
    this.dispatchEvent(new Event('close'));
  }

  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** Messages to the server, without pings. */
  get asked(): unknown[] {
    return this.sent
      .map((text) => JSON.parse(text) as { readonly type: string })
      .filter(({ type }) => type !== 'ping');
  }
}

/** Makes fake sockets and keeps them, newest last. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];

  readonly open = (): SocketLike => {
    const socket = new FakeSocket();
    this.all.push(socket);
    return socket as unknown as SocketLike;
  };

  get newest(): FakeSocket {
    const socket = this.all.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }
}
