import type { Transport } from './transport.ts';

/** Loads the transport's script with the first call; a failed load (no network) is tried again by the next. */
export function createTransportLoader(): () => Promise<Transport> {
  let loading: Promise<Transport> | undefined;

  async function load(): Promise<Transport> {
    try {
      return (await import('./axios-transport.ts')).createAxiosTransport();
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  return () => (loading ??= load());
}
