/** Links between pages of equal rank. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../ui/class-names.ts';

interface PageLinksProps<Page extends { readonly name: string; readonly to: string }> {
  readonly label: string;
  readonly pages: readonly Page[];
  readonly current: Page['name'];
  /** Classes of the row, of each link, and of the current and the other links. */
  readonly styles: {
    readonly row: string;
    readonly link: string;
    readonly current: string;
    readonly other: string;
  };
  readonly children: (name: Page['name']) => ReactNode;
}

/**
 * Links to all pages, with the current one marked; a link replaces the present page in the history.
 */
export function PageLinks<Page extends { readonly name: string; readonly to: string }>({
  label,
  pages,
  current,
  styles,
  children,
}: PageLinksProps<Page>) {
  return (
    <nav aria-label={label} className={styles.row}>
      {pages.map(({ name, to }) => (
        <Link
          key={name}
          to={to}
          replace
          aria-current={name === current ? 'page' : undefined}
          className={classNames(styles.link, name === current ? styles.current : styles.other)}
        >
          {children(name)}
        </Link>
      ))}
    </nav>
  );
}
