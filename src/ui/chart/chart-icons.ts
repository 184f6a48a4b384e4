/** Pictures that only the chart uses, by what they mean. */
export { ChartCandlestick as IconCandles, Table2 as IconTable } from 'lucide-react';
