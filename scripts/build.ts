/** `npm run build`: both apps, compressed, within the budgets of their first pages. */
import { buildApps } from './build-apps.ts';

if (!buildApps('info')) process.exit(1);
// Checked here and not at a start, because it is for developers who change the app.
await import('./check-budget.ts');
