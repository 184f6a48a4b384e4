/** The screen of spot trading, and of its history. */
import { useSearchParams } from 'react-router-dom';
import { OrderHistoryScreen } from './order-history-screen.tsx';
import { TradeDesk } from './trade-desk.tsx';

/** /trade: order book, ticket and open orders of a pair; ?view=history: past orders. */
export function TradeScreen() {
  const [address] = useSearchParams();
  return address.get('view') === 'history' ? <OrderHistoryScreen /> : <TradeDesk />;
}
