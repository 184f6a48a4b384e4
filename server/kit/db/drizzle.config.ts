/** Settings of `npm run db:generate`, which compares the schema files with the migrations and writes the next one. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/kit/db/schema/*.ts',
  out: './server/kit/db/migrations',
});
