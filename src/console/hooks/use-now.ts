/** The hook of the current time, for displays in minutes. */
import { useState } from 'react';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { useConsole } from '../core/runtime-context.ts';

/** Returns the present time, for displays in minutes. */
export function useNow(): EpochMs {
  const { clock } = useConsole();
  const [now, setNow] = useState(() => clock.now());
  useInterval(() => setNow(clock.now()), MINUTE_MS / 2);
  return now;
}
