/** The hook that turns an error into its localized sentence. */
import {
  CLIENT_ERRORS,
  saidBy,
  type ClientErrorName,
  type ErrorName,
  type UnknownRefusal,
} from '../../contract/errors/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import { SECOND_MS } from '../../contract/time.ts';
import { useLateText, useText } from './use-text.ts';

const TIMEOUT_S = LIMITS.http_timeout_ms / SECOND_MS;

/**
 * Returns the sentence for an error, or the server's sentence for an unknown error name. Undefined
 * while the texts of errors are being loaded.
 * @param isNeeded false: there is no error yet, and its texts are not loaded.
 */
export function useErrorText(isNeeded = true) {
  const tCommon = useText('common');
  const tError = useLateText('errors', isNeeded);
  return (
    name: ErrorName | ClientErrorName | UnknownRefusal,
    values: { readonly seconds: number } = { seconds: TIMEOUT_S },
  ): string | undefined => {
    const said = saidBy(name);
    if (said !== undefined) return said;
    if (Object.hasOwn(CLIENT_ERRORS, name))
      return tCommon(`failure.${name as ClientErrorName}`, values);
    return tError?.(name as ErrorName, values);
  };
}
