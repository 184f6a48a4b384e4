/** Calls a node of an EVM chain, and separates retryable failures from others. */
import { BaseError, createPublicClient, http, HttpRequestError, TimeoutError } from 'viem';
import type { PublicClient } from 'viem';
import { ensure } from '../../../../contract/assert.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';

interface EvmRpcSettings {
  readonly chain: string;
  readonly rpcUrl: string;
  readonly chainId: number;
  /** The longest wait for an answer. */
  readonly timeoutMs: number;
  /** The most questions of one moment that share a request; each has its own without it. */
  readonly batchSize?: number;
}

export class EvmRpc {
  readonly #settings: EvmRpcSettings;
  readonly #client: PublicClient;
  /** Whether the node's chain id was checked since its last connection failure. */
  #isKnown = false;

  constructor(settings: EvmRpcSettings) {
    this.#settings = settings;
    // Callers have their own retry rules.
    const transport = http(settings.rpcUrl, {
      timeout: settings.timeoutMs,
      retryCount: 0,
      ...(settings.batchSize !== undefined && { batch: { batchSize: settings.batchSize } }),
    });
    this.#client = createPublicClient({ transport, cacheTime: 0 });
  }

  /**
   * Returns null when the node has no such block or transaction.
   * @throws ChainUnavailableError also when the node is of another chain.
   */
  async ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T | null> {
    try {
      return await this.askRaw(question);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw this.unavailable(error);
    }
  }

  /** Like {@link ask}, for calls that always have an answer. */
  async askSure<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
    return ensure(await this.ask(question), 'answer of the node');
  }

  /** Like {@link ask}, but also returns null when the node answers with any other error. */
  async askOrNull<T>(question: (client: PublicClient) => Promise<T>): Promise<T | null> {
    try {
      return await this.askRaw(question);
    } catch (error) {
      if (!(error instanceof BaseError) || isConnectionFailure(error))
        throw this.unavailable(error);
      return null;
    }
  }

  /** Like {@link ask}, but throws the node's own errors, for callers that read them. */
  async askRaw<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
    try {
      if (!this.#isKnown) await this.#meet();
      return await question(this.#client);
    } catch (error) {
      if (isConnectionFailure(error)) this.#isKnown = false;
      throw error;
    }
  }

  unavailable(error: unknown): unknown {
    if (!(error instanceof BaseError)) return error;
    const reason = causedBy(error, TimeoutError) ? 'timed_out' : 'unreachable';
    return new ChainUnavailableError(this.#settings.chain, reason, error.shortMessage);
  }

  async #meet(): Promise<void> {
    const chainId = await this.#client.getChainId();
    if (chainId !== this.#settings.chainId)
      throw new ChainUnavailableError(
        this.#settings.chain,
        'unreachable',
        `the node is of chain ${chainId}, not ${this.#settings.chainId}`,
      );
    this.#isKnown = true;
  }
}

const NOT_FOUND = /^(?:BlockNotFound|TransactionNotFound|TransactionReceiptNotFound)Error$/;

function isNotFound(error: unknown): boolean {
  return error instanceof BaseError && NOT_FOUND.test(error.name);
}

function isConnectionFailure(error: unknown): boolean {
  return causedBy(error, HttpRequestError) || causedBy(error, TimeoutError);
}

function causedBy(error: unknown, kind: new (...args: never[]) => Error): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof kind) !== null;
}
