/** The hook of the fairness report: figures of one instrument by duration and by day, over a number of days. */
import { useMemo } from 'react';
import { addSums, NO_SUMS, type FairnessSums } from '../../../contract/figures/micro-fairness.ts';
import type { MicroDayInfo, MicroFairnessInfo } from '../../../contract/micro/fairness.ts';
import { sumsOfDay } from '../../../contract/micro/fairness-sums.ts';
import { DAY_MS, dayOf, type EpochMs } from '../../../contract/time.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useRuntime } from '../core/runtime-context.ts';

/** Sums of one duration. */
interface DurationSums {
  readonly seconds: number;
  readonly sums: FairnessSums;
}

/** Sums of one UTC day. */
interface DaySums {
  readonly day: EpochMs;
  readonly sums: FairnessSums;
}

interface FairnessView extends Pick<QueryView<MicroFairnessInfo>, 'status' | 'error' | 'retry'> {
  readonly currencyCode: string;
  readonly countedUntil: EpochMs;
  /** The shortest first. */
  readonly durations: readonly DurationSums[];
  /** The newest first. */
  readonly days: readonly DaySums[];
}

/** @param days number of days up to today. */
export function useFairness(instrument: string, days: number): FairnessView {
  const { clock } = useRuntime();
  const from = dayOf(clock.now()) - (days - 1) * DAY_MS;
  const request = { instrument, from: String(from), days: String(days) };
  const { status, data, error, retry } = useQuery('getMicroFairness', request);
  const { durations, daily } = useMemo(() => sumsOf(data?.days ?? []), [data]);
  return {
    status,
    error,
    retry,
    currencyCode: data?.currency_code ?? '',
    countedUntil: data?.counted_until ?? 0,
    durations,
    days: daily,
  };
}

function sumsOf(rows: readonly MicroDayInfo[]) {
  const sumBy = (keyOf: (row: MicroDayInfo) => number) => {
    const sums = new Map<number, FairnessSums>();
    for (const row of rows) {
      const key = keyOf(row);
      sums.set(key, addSums(sums.get(key) ?? NO_SUMS, sumsOfDay(row)));
    }
    return sums;
  };
  const durations = Array.from(
    sumBy((row) => row.seconds),
    ([seconds, sums]) => ({ seconds, sums }),
  );
  const daily = Array.from(
    sumBy((row) => row.day),
    ([day, sums]) => ({ day, sums }),
  );
  return {
    durations: durations.toSorted((a, b) => a.seconds - b.seconds),
    daily: daily.toSorted((a, b) => b.day - a.day),
  };
}
