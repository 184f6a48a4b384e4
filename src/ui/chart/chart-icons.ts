/** Icons that only the chart uses, named by meaning. */
export { ChartCandlestick as IconCandles, Table2 as IconTable } from 'lucide-react';
