/** Binds an application to its address. */
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../process/startup-error.ts';

/** An address to listen on, and the names of its variables for error messages. */
export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly hostVariable: string;
  readonly portVariable: string;
}

/** @returns the origin, e.g. `http://127.0.0.1:3000`. @throws StartupError when the address cannot be had. */
export async function listen(
  app: FastifyInstance,
  { host, port, hostVariable, portVariable }: ListenAddress,
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`${hostVariable} ${host} is not an address of this machine.`);
    throw portTrouble(error, { host, port, portVariable });
  }
  const { address, port: actualPort } = app.server.address() as AddressInfo;
  const isAny = address === '0.0.0.0' || address === '::';
  const shown = isAny ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  return `http://${shown}:${actualPort}`;
}

/**
 * Returns a sentence for the administrator if the port is the reason, otherwise the error itself.
 */
export function portTrouble(
  error: unknown,
  { host, port, portVariable }: Omit<ListenAddress, 'hostVariable'>,
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} of ${host} is taken: stop the other program, or set ${portVariable}.`,
    );
  if (code === 'EACCES')
    return new StartupError(
      `Port ${port} may not be used by this user: set ${portVariable} above 1023.`,
    );
  return error;
}
