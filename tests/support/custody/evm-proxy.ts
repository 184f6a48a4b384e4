/** Stands between a chain and its EVM node, and replaces answers to simulate other nodes. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
}
/** A result or an error, as in JSON-RPC. */
export type RpcAnswer = Readonly<Record<string, unknown>>;

export interface EvmProxy {
  readonly url: string;
  /** Returns the replaced answer; undefined for the node's own answer. */
  alter: (request: RpcRequest, ask: () => Promise<RpcAnswer>) => Promise<RpcAnswer> | undefined;
  stop(): Promise<void>;
}

export async function startEvmProxy(nodeUrl: string): Promise<EvmProxy> {
  const proxy: EvmProxy = { url: '', alter: () => undefined, stop };
  const server = createServer(async (incoming, outgoing) => {
    const request = (await json(incoming)) as RpcRequest;
    const ask = () => askNode(nodeUrl, request);
    const answer = await (proxy.alter(request, ask) ?? ask());
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify({ ...answer, jsonrpc: '2.0', id: request.id }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  async function stop(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

async function askNode(url: string, request: RpcRequest): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return (await response.json()) as RpcAnswer;
}
