/** Addresses of the development chain. They have their own format, so that no user sends real coins to one. */
import { hash } from 'node:crypto';

const ADDRESS = /^dev1([0-9a-f]{40})([0-9a-f]{8})$/;

/** The wallet that pays withdrawals. */
export const HOT_WALLET = addressOf('hot wallet');
export const FAUCET = addressOf('faucet');
/** The sender of payments from the control interface. */
export const OUTSIDE = addressOf('outside');

/** Returns deposit address number `index`. */
export const depositAddress = (index: number): string => addressOf(`deposit ${index}`);

/** Accepts lower case only; the last eight digits are the checksum of the others. */
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
