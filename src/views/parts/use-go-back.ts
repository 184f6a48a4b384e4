/** The hook that goes back, or to a fallback path without history. */
import { useLocation, useNavigate } from 'react-router-dom';

/** Goes one page back; a page that was opened by its address leads to `fallbackPath` instead. */
export function useGoBack(fallbackPath: string): () => void {
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  return () => {
    if (isFirstPage) void navigate(fallbackPath, { replace: true });
    else void navigate(-1);
  };
}
