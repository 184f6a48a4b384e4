/** The screen of one article, chosen by `?id=`. */
import { useSearchParams } from 'react-router-dom';
import { ArticleMissing, ArticleView } from '../parts/article-view.tsx';
import { ContentScreen } from './content-screen.tsx';

const ARTICLE_ID = /^[1-9]\d{0,9}$/;

/** One article, chosen by `?id=`. */
export function ArticleScreen(props: { readonly title: string; readonly parentPath: string }) {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <ContentScreen {...props}>
      {ARTICLE_ID.test(id) ? <ArticleView id={Number(id)} /> : <ArticleMissing />}
    </ContentScreen>
  );
}
