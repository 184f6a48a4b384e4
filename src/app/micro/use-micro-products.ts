/** The hook of the fast contracts on offer, by instrument. */
import { useMemo } from 'react';
import type { MicroProductInfo } from '../../../contract/micro/micro.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useQuery } from '../core/hooks/use-query.ts';

export type MicroKind = 'coins' | 'forex';

/** The products of one instrument, the shortest first; at least one. */
export interface MicroInstrument {
  readonly instrument: string;
  readonly products: readonly [MicroProductInfo, ...MicroProductInfo[]];
}

interface MicroProductsView {
  readonly status: 'loading' | 'success' | 'failure';
  readonly instruments: readonly MicroInstrument[];
  readonly error: ProblemName | null;
  readonly retry: () => void;
}

export function useMicroProducts(kind: MicroKind): MicroProductsView {
  const { status, data, error, retry } = useQuery('listMicroProducts', {});
  const instruments = useMemo(() => instrumentsOf(data ?? [], kind), [data, kind]);
  return { status, instruments, error, retry };
}

/** Returns the names of all instruments with products. */
export function useMicroInstruments(): Pick<MicroProductsView, 'status' | 'error' | 'retry'> & {
  readonly instruments: readonly string[];
} {
  const { status, data, error, retry } = useQuery('listMicroProducts', {});
  const instruments = useMemo(
    () => [...new Set((data ?? []).map(({ instrument }) => instrument))],
    [data],
  );
  return { status, instruments, error, retry };
}

function instrumentsOf(
  products: readonly MicroProductInfo[],
  kind: MicroKind,
): readonly MicroInstrument[] {
  const found = new Map<string, [MicroProductInfo, ...MicroProductInfo[]]>();
  for (const product of products.toSorted((a, b) => a.seconds - b.seconds)) {
    if ((product.symbol !== null) !== (kind === 'forex')) continue;
    const known = found.get(product.instrument);
    if (known === undefined) found.set(product.instrument, [product]);
    else known.push(product);
  }
  return Array.from(found, ([instrument, offered]) => ({ instrument, products: offered }));
}
