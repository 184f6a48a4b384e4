/** Sheets, dialogs and popovers whose scripts load after the page. */
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { LayerFailed, LayerLoading, type LayerProps } from './layer-wait.tsx';
import { lazyPart } from './lazy-part.ts';
import { loadWhenUsed } from './load-when-used.ts';
import { useOpenedOnce } from './use-opened-once.ts';

/**
 * Makes a layer whose script loads when it opens, or before that when the user begins to use the page: most layers then
 * open immediately, without a server, too. The page below keeps the text of the user: a panel says that the layer loads
 * slowly, and can be closed. If the script does not load at all, the panel offers a reload.
 */
export function lazyLayer<Props extends LayerProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => (loaded = await load());
  const Lazy = lazyPart<Props>(loadOnce, LayerFailed);
  function Opened(props: Props) {
    // React waits before it shows a lazy component, even if its script is there.
    const [Layer] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return (
      <Suspense fallback={<LayerLoading {...props} />}>
        <Layer {...props} />
      </Suspense>
    );
  }
  return function LazyLayer(props) {
    useEffect(() => loadWhenUsed(loadOnce), []);
    return useOpenedOnce(props.isOpen) ? <Opened {...props} /> : null;
  };
}
