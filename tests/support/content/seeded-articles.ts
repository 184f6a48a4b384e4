/** Number of the articles that a new installation has. */
import { SEED_ARTICLES } from '../../../server/areas/content/seed-outline.ts';

export const SEEDED_ARTICLES = SEED_ARTICLES.length;
