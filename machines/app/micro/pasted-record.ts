/** Text that a user pasted on the check page: a receipt of the exchange, or a settlement file. */
import { readReceipt } from '../../../contract/figures/micro-receipt.ts';

type PastedRecord =
  | { readonly kind: 'receipt'; readonly token: string }
  | { readonly kind: 'file'; readonly text: string };

const TOKEN_FORM = /^[\w-]{22}$/;
/** The address of the check page for one order. */
const LINK_FORM = /^https?:\/\/\S*[?&]receipt=([\w-]{22})(?:[&#]\S*)?$/;

/**
 * A receipt is its public name, its whole line, or a link to its check. All other text counts as that of a file, so that
 * the check decides whether it is one.
 */
export function pastedRecord(pasted: string): PastedRecord {
  const text = pasted.trim();
  if (TOKEN_FORM.test(text)) return { kind: 'receipt', token: text };
  const token = LINK_FORM.exec(text)?.[1] ?? readReceipt(text)?.token;
  return token === undefined ? { kind: 'file', text } : { kind: 'receipt', token };
}
