/** The hook of one public setting of the exchange. */
import type { PublicSetting } from '../../../../contract/content/content.ts';
import { useQuery } from './use-query.ts';

/** Returns a public setting of the operator; undefined while it loads and when it is not set. */
export function useSetting(key: PublicSetting): string | undefined {
  const { data } = useQuery('getSetting', { key }, 'silent');
  return data === null || data === '' ? undefined : data;
}
