/** The hook of the figures of the contract account with their formulas. */
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import type { FigureFormula } from './formula-sheet.tsx';
import { profitText, shortAmount } from '../parts/lever/lever-text.ts';
import { useSetAsideTexts } from '../parts/lever/use-set-aside-texts.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** A figure: its value, and the text that a tap on its name shows. */
export interface AccountFigure {
  readonly value: string;
  readonly formula: FigureFormula;
}

interface AccountFigures {
  readonly ratio: AccountFigure;
  readonly equity: AccountFigure;
  readonly usable: AccountFigure;
  /** Null while no price is uncertain. */
  readonly setAside: AccountFigure | null;
}

export function useAccountFigures(
  portfolio: Portfolio,
  pairs: readonly LeverPair[],
  code: string,
): AccountFigures {
  const t = useText('lever');
  const format = useFormat();
  const { available, frozen, debt, margin, unrealized, nights, equity, ratioBp } = portfolio;
  const setAsideTexts = useSetAsideTexts(portfolio.setAside, pairs, code);
  const held = (amount: bigint) => shortAmount(format, amount, code, 'floor');
  const cost = (amount: bigint) => shortAmount(format, amount, code, 'ceil');
  const figure = (
    name: 'ratio' | 'equity' | 'usable' | 'setAside',
    value: string,
    lines: readonly string[],
  ): AccountFigure => {
    const rule = name === 'ratio' ? t('rule.ratioAfter') : t(`rule.${name}`);
    return { value, formula: { title: t(`figure.${name}`), rule, lines } };
  };
  const ratio = ratioBp === null ? t('positions.empty') : format.ratio(ratioBp);
  const setAside = portfolio.setAside.reduce((sum, { amount }) => sum + amount, 0n);
  const counted = portfolio.countedResult - nights;
  const kept = available + (counted < 0n ? counted : 0n) - portfolio.usable;
  return {
    ratio: figure('ratio', ratio, [`${held(equity)} ÷ ${cost(margin)} = ${ratio}`]),
    equity: figure('equity', held(equity), [
      `${held(available)} + ${held(frozen)} + (${profitText(format, unrealized, code)}) − ${cost(nights)} − ${cost(debt)} = ${held(equity)}`,
    ]),
    usable: figure('usable', held(portfolio.usable), [
      `${held(available)} − ${cost(counted < 0n ? -counted : 0n)} − ${cost(kept > 0n ? kept : 0n)} = ${held(portfolio.usable)}`,
      ...setAsideTexts,
    ]),
    setAside: setAside === 0n ? null : figure('setAside', cost(setAside), setAsideTexts),
  };
}
