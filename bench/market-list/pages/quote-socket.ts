/** The socket of the comparison pages: parses frames, hands over each quote. */

/** The batch interval that the pages request; a source that sends single messages ignores it. */
export const BATCH_INTERVAL_MS = 16;

interface QuoteFrame {
  type: string;
  currency_match_id: number;
  quotation: { close: string; change: string };
}

export function openQuoteSocket(
  intervalMs: number,
  onQuote: (id: number, quote: QuoteFrame['quotation']) => void,
): void {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.addEventListener('open', () => {
    socket.send(
      JSON.stringify({ type: 'sub', params: 'DAY_MARKET', batch: true, interval_ms: intervalMs }),
    );
  });
  socket.addEventListener('message', ({ data }) => {
    const frame = JSON.parse(String(data)) as QuoteFrame | QuoteFrame[];
    for (const message of Array.isArray(frame) ? frame : [frame]) {
      if (message.type === 'DAY_MARKET') onQuote(message.currency_match_id, message.quotation);
    }
  });
}
