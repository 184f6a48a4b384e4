/** The secrets of a seller in the calls that freeze or offer coins. */
import type { SellerSecretFields } from '../../../machines/app/fiat/seller-secrets.rules.ts';

/** Leaves out what was not typed. */
export const secretsOf = ({ payPassword, googleCode }: SellerSecretFields) => ({
  ...(payPassword !== '' && { pay_password: payPassword }),
  ...(googleCode !== '' && { google_code: googleCode }),
});
