/** The layout of a row in a list of pairs. */
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../../ui/class-names.ts';

/**
 * Height of the rows of a list, for their container. It grows with the letters, and adds a line for
 * the figures if letters are too large for one line.
 */
export const PAIR_ROWS =
  '[--row-height:4rem] @max-[21.5rem]:[--row-height:5.5rem] @max-[15.5rem]:[--row-height:7.5rem]';

interface PairRowProps {
  readonly label: string;
  readonly path: string;
  /** Second line below the pair. */
  readonly note: ReactNode;
  readonly logo: ReactNode;
  /** The live price and change, which render on their own. */
  readonly figures: ReactNode;
  /** After the pair while the figures are stale; the note has no room to spare. */
  readonly staleMark: ReactNode;
  /** Before the link (the star). */
  readonly leading?: ReactNode;
  readonly isChosen?: boolean | undefined;
  /** A plain tap chooses the pair instead of opening its page. */
  readonly onChoose?: (() => void) | undefined;
}

/** A row of a market list: pair, live price, day change. */
export function PairRow(props: PairRowProps) {
  const { label, path, note, logo, figures, staleMark, leading, isChosen, onChoose } = props;
  const [base, quoteCode] = label.split('/');
  const onClick = (event: MouseEvent) => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (!onChoose || !isPlain) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <div
      className={classNames(
        'flex h-full items-center transition-colors duration-150 hover:bg-tint',
        isChosen && 'bg-accent-soft',
      )}
    >
      {leading}
      <Link
        to={path}
        data-testid="market-row"
        onClick={onClick}
        aria-current={isChosen ? 'true' : undefined}
        className={classNames(
          'flex h-full min-w-0 flex-1 items-center gap-3 pe-gutter @max-[26rem]:gap-2 -outline-offset-2',
          '@max-[21.5rem]:flex-wrap @max-[21.5rem]:content-center @max-[21.5rem]:gap-y-0',
          leading === undefined && 'ps-gutter',
        )}
      >
        <span className="still-part flex min-w-0 flex-1 items-center gap-3 @max-[26rem]:gap-2 @max-[21.5rem]:basis-full">
          <span className="@max-[23.5rem]:hidden">{logo}</span>
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1">
              <span className="truncate font-semibold">
                {base}
                <span className="text-sm font-normal text-faint">/{quoteCode}</span>
              </span>
              {staleMark}
            </span>
            <span className="figures block truncate text-xs text-faint">{note}</span>
          </span>
        </span>
        {figures}
      </Link>
    </div>
  );
}
