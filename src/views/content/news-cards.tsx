/** Articles as cards with pictures. */
import { Link } from 'react-router-dom';
import type { NewsItem } from '../../../contract/content/content.ts';
import { useFormat } from '../../format/use-format.ts';
import { NewsPicture } from '../parts/news-picture.tsx';

interface NewsCardsProps {
  readonly label: string;
  readonly items: readonly NewsItem[];
  /** Route of the article; its id is added as a query. */
  readonly detailsPath: string;
}

/** Items with their pictures, in two columns if there is room. */
export function NewsCards({ label, items, detailsPath }: NewsCardsProps) {
  const format = useFormat();
  return (
    <ul aria-label={label} className="mx-gutter grid gap-4 md:grid-cols-2">
      {items.map((item) => (
        <li key={item.id}>
          <Link
            to={`${detailsPath}?id=${item.id}`}
            className="flex h-full flex-col overflow-hidden rounded-card bg-surface transition-colors duration-150 hover:bg-tint"
          >
            <NewsPicture path={item.banner} />
            <span className="flex flex-1 flex-col gap-1 p-4">
              <span className="font-semibold text-pretty">{item.title}</span>
              <span className="flex-1 text-sm text-muted">{item.summary}</span>
              <time
                dateTime={new Date(item.published_at).toISOString()}
                className="figures mt-1 text-xs text-faint"
              >
                {format.date(item.published_at)}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
