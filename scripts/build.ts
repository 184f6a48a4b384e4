/** `npm run build`: both apps, compressed, within the budgets of their first pages, and the bundle of the server. */
import { buildApps } from './build-apps.ts';
import { currentServer } from './server-bundle.ts';
import { SERVER_FROM_MODULES } from './supervise.ts';

if (!buildApps('info') || currentServer() === SERVER_FROM_MODULES) process.exit(1);
// Checked here and not at a start, because it is for developers who change the app.
await import('./check-budget.ts');
