/** The hooks of one public setting of the exchange. */
import type { PublicSetting } from '../../../../contract/content/content.ts';
import { useQuery } from './use-query.ts';

interface SettingView {
  /** Whether the first answer is still awaited. */
  readonly isLoading: boolean;
  /** Undefined while it loads, when it is not set, and when it could not be loaded. */
  readonly value: string | undefined;
}

/** Returns a public setting of the operator for a screen that waits for it. */
export function useSettingView(key: PublicSetting): SettingView {
  const { data, status } = useQuery('getSetting', { key }, 'silent');
  return {
    isLoading: status === 'loading',
    value: data === null || data === '' ? undefined : data,
  };
}

/** Returns a public setting of the operator; undefined while it loads and when it is not set. */
export const useSetting = (key: PublicSetting): string | undefined => useSettingView(key).value;
