/** The variables of the EVM chain that deposits and withdrawals use. */
import { z } from 'zod';
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { chainField } from '../../../contract/schemas/fields.ts';

/** A node of an EVM chain, and the exchange's settings for it. */
export interface EvmSettings {
  readonly rpcUrl: string;
  /** Stable name of the chain in tables and calls. */
  readonly chain: string;
  readonly chainName: string;
  readonly chainId: number;
  /** Usual time between two blocks. */
  readonly blockMs: number;
  /** Code of the chain's native coin. */
  readonly coinCode: string;
  readonly tokens: readonly EvmToken[];
  /** Highest network fee of one withdrawal, for coins with a figure of their own. */
  readonly feesMax: readonly EvmFeeMax[];
  /** The highest price of a withdrawal that waits for a block, as a multiple of its first one. */
  readonly feeRiseMax: number;
  /**
   * Mnemonic of all keys; undefined for one that is generated at the first start and stored
   * encrypted. Never logged.
   */
  readonly mnemonic: string | undefined;
}
interface EvmToken {
  readonly code: string;
  readonly address: string;
  readonly decimals: number;
}

interface EvmFeeMax {
  readonly code: string;
  /** Highest fee in the smallest units of the chain's native coin. */
  readonly feeMax: bigint;
}

const whole = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a whole number above 0')
  .transform(Number);
const TOKEN = /^([A-Z0-9]{2,10}):(0x[0-9a-fA-F]{40}):(\d|1[0-8])$/;
const tokens = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine(
    (list) => list.every((item) => TOKEN.test(item)),
    'must be a list of CODE:0xaddress:decimals, with at most 18 decimals',
  )
  .transform((list) =>
    list.map((item): EvmToken => {
      const [, code = '', address = '', decimals = ''] = TOKEN.exec(item) ?? [];
      return { code, address, decimals: Number(decimals) };
    }),
  )
  .refine(
    (list) =>
      isDistinct(list.map(({ code }) => code)) &&
      isDistinct(list.map(({ address }) => address.toLowerCase())),
    'must have each token once',
  );
const FEE_MAX = /^([A-Z0-9]{2,10}):(\d{1,12}(?:\.\d{1,18})?)$/;
const feesMax = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine(
    (list) => list.every((item) => FEE_MAX.test(item)),
    "must be a list of CODE:amount, amounts of the chain's own coin",
  )
  .transform((list) =>
    list.map((item): EvmFeeMax => {
      const [, code = '', amount = ''] = FEE_MAX.exec(item) ?? [];
      return { code, feeMax: parseUnits(amount, SCALE_MAX) ?? 0n };
    }),
  )
  .refine((list) => isDistinct(list.map(({ code }) => code)), 'must have each coin once');
const WORDS = /^[a-z]+(?: [a-z]+)*$/;
const WORD_COUNTS = [12, 15, 18, 21, 24];

/** Parsed with the rest of the environment, see `config.ts`. */
export const CHAIN_VARIABLES = {
  EVM_RPC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  EVM_CHAIN: chainField.refine((name) => name !== 'development', 'is taken').optional(),
  EVM_CHAIN_NAME: z.string().min(1).max(40).optional(),
  EVM_CHAIN_ID: whole.optional(),
  EVM_BLOCK_MS: whole.optional(),
  EVM_COIN: z.string().optional(),
  EVM_TOKENS: tokens.optional(),
  EVM_FEE_MAX: feesMax.optional(),
  EVM_FEE_RISE_MAX: z
    .string()
    .regex(/^(?:[1-9]|10)$/, 'must be a whole number from 1 to 10')
    .transform(Number)
    .optional(),
  EVM_MNEMONIC: z
    .string()
    .refine(
      (text) => WORDS.test(text) && WORD_COUNTS.includes(text.split(' ').length),
      'must be 12 to 24 words in lower case',
    )
    .optional(),
};
type ChainValues = z.infer<z.ZodObject<typeof CHAIN_VARIABLES>>;

const EVM_BLOCK_MS_DEFAULT = 12_000;
const EVM_FEE_RISE_MAX_DEFAULT = 3;
const NEEDED_WITH_URL = ['EVM_CHAIN', 'EVM_CHAIN_ID'] as const;

/** Reports variables that are only valid together. */
export function chainFaults(values: ChainValues): readonly string[] {
  if (values.EVM_RPC_URL !== undefined)
    return NEEDED_WITH_URL.filter((name) => values[name] === undefined).map(
      (name) => `EVM_RPC_URL needs ${name}`,
    );
  return (Object.keys(CHAIN_VARIABLES) as (keyof ChainValues)[])
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name} needs EVM_RPC_URL`);
}

/** Undefined when none is configured. */
export function evmSettingsOf(values: ChainValues): EvmSettings | undefined {
  const { EVM_RPC_URL: rpcUrl, EVM_CHAIN: chain, EVM_CHAIN_ID: chainId } = values;
  if (rpcUrl === undefined || chain === undefined || chainId === undefined) return undefined;
  return {
    rpcUrl,
    chain,
    chainId,
    chainName: values.EVM_CHAIN_NAME ?? chain,
    blockMs: values.EVM_BLOCK_MS ?? EVM_BLOCK_MS_DEFAULT,
    coinCode: values.EVM_COIN ?? 'ETH',
    tokens: values.EVM_TOKENS ?? [],
    feesMax: values.EVM_FEE_MAX ?? [],
    feeRiseMax: values.EVM_FEE_RISE_MAX ?? EVM_FEE_RISE_MAX_DEFAULT,
    mnemonic: values.EVM_MNEMONIC,
  };
}

const isDistinct = (items: readonly string[]): boolean => new Set(items).size === items.length;
