/** The door of content: everything that the rest of the server may import from this area. */
// Opening
export { createNewsDesk } from './news-desk.ts';
export { createNewsService } from './news-service.ts';
export { createNewsRepo } from './news.repo.ts';
// Handlers
export { contentHandlers } from './content-handlers.ts';
// Seed
export { seedNews } from './seed-news.ts';
// Types
export type { WrittenArticle } from './news-desk.repo.ts';
export type { NewsDesk, RecordArticle } from './news-desk.ts';
