/** Articles as rows. */
import { Link } from 'react-router-dom';
import type { NewsItem } from '../../../contract/content/content.ts';
import { useFormat } from '../../format/use-format.ts';
import { IconForward } from '../../ui/icons.ts';

interface NewsRowsProps {
  readonly label: string;
  readonly items: readonly NewsItem[];
  /** Route of the article; its id is added as a query. */
  readonly detailsPath: string;
  /** False for help and about pages, whose content has no date. */
  readonly showsDate?: boolean;
}

/** Titles and summaries as a list of links. */
export function NewsRows({ label, items, detailsPath, showsDate = false }: NewsRowsProps) {
  const format = useFormat();
  return (
    <ul aria-label={label} className="mx-gutter overflow-hidden rounded-card bg-surface">
      {items.map((item) => (
        <li key={item.id} className="border-b border-line last:border-b-0">
          <Link
            to={`${detailsPath}?id=${item.id}`}
            className="flex items-center gap-3 px-4 py-3.5 -outline-offset-2 transition-colors duration-150 hover:bg-tint"
          >
            <span className="flex min-w-0 flex-1 flex-col gap-1">
              <span className="font-medium text-pretty">{item.title}</span>
              {item.summary !== '' && (
                <span className="text-sm text-pretty text-muted">{item.summary}</span>
              )}
              {showsDate && (
                <time
                  dateTime={new Date(item.published_at).toISOString()}
                  className="figures text-xs text-faint"
                >
                  {format.date(item.published_at)}
                </time>
              )}
            </span>
            <IconForward aria-hidden className="size-4.5 shrink-0 text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
