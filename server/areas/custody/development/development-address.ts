/** Addresses of the development chain: a form of its own, so that nobody sends real coins to one. */
import { hash } from 'node:crypto';

const ADDRESS = /^dev1([0-9a-f]{40})([0-9a-f]{8})$/;

/** The wallet that pays withdrawals. */
export const HOT_WALLET = addressOf('hot wallet');
export const FAUCET = addressOf('faucet');
/** Where payments of the control interface come from. */
export const OUTSIDE = addressOf('outside');

/** Deposit address number `index`. */
export const depositAddress = (index: number): string => addressOf(`deposit ${index}`);

/** Lower case only; the last eight digits are the checksum of those before. */
export function isDevelopmentAddress(text: string): boolean {
  const [, body = '', checksum] = ADDRESS.exec(text) ?? [];
  return checksum === checksumOf(body);
}

function addressOf(name: string): string {
  const body = hash('sha256', `meridian development chain ${name}`).slice(0, 40);
  return `dev1${body}${checksumOf(body)}`;
}

function checksumOf(body: string): string {
  return hash('sha256', `checksum ${body}`).slice(0, 8);
}
