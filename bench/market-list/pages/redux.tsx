/** The comparison: every message dispatched into one Redux Toolkit store, a selector per row. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider, useSelector } from 'react-redux';
import { BATCH_INTERVAL_MS, openQuoteSocket } from './quote-socket.ts';

const PAIR_COUNT = 200;
const ROW_HEIGHT_PX = 56;

interface Quote {
  close: string;
  change: string;
}

const quotes = createSlice({
  name: 'quotes',
  initialState: Object.fromEntries(
    Array.from({ length: PAIR_COUNT }, (_, index) => [index + 1, { close: '1', change: '0' }]),
  ) as Record<number, Quote>,
  reducers: {
    received(state, action: PayloadAction<{ id: number; quote: Quote }>) {
      state[action.payload.id] = action.payload.quote;
    },
  },
});

const store = configureStore({
  reducer: { quotes: quotes.reducer },
  middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
});
type RootState = ReturnType<typeof store.getState>;

const Row = memo(function Row({ id }: { id: number }) {
  const quote = useSelector((state: RootState) => state.quotes[id]);
  return (
    <div style={{ display: 'flex', justifyContent: 'space-between', height: ROW_HEIGHT_PX }}>
      C{id}
      <span data-price="">{quote?.close}</span>
      <span>{quote?.change}</span>
    </div>
  );
});

function List() {
  const parent = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: PAIR_COUNT,
    getScrollElement: () => parent.current,
    estimateSize: () => ROW_HEIGHT_PX,
  });
  return (
    <div ref={parent} style={{ height: '100vh', overflow: 'auto', font: '14px system-ui' }}>
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div key={item.key} style={{ position: 'absolute', insetInline: 0, top: item.start }}>
            <Row id={item.index + 1} />
          </div>
        ))}
      </div>
    </div>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <Provider store={store}>
    <List />
  </Provider>,
);

openQuoteSocket(BATCH_INTERVAL_MS, (id, quote) => {
  store.dispatch(quotes.actions.received({ id, quote }));
});
