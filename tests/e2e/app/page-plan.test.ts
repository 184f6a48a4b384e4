/** The output of `npm run qa -- paths <machine> --format playwright` runs as it is. */
import { expect, test } from 'vitest';
import { formatPlaywright } from '../../../qa/format/playwright.ts';
import { reportPaths } from '../../../qa/format/report.ts';
import { feedbackTicketModel } from '../../../qa/models/feedback-ticket.model.ts';
import { usePagePaths } from '../../support/pages/page-paths.ts';

const run = usePagePaths('feedback-ticket');

/** Ids and lines of the tests in a printed plan. */
function testsIn(plan: string): { readonly id: string; readonly labels: readonly string[] }[] {
  return plan
    .split('\ntest(')
    .slice(1)
    .map((text) => ({
      id: /run\('([^']+)'/.exec(text)?.[1] ?? '',
      labels: [...text.matchAll(/^ {4}'([^']+)',/gm)].map(([, label = '']) => label),
    }));
}

test('a printed plan runs on the pages in its own words', async () => {
  const plan = testsIn(formatPlaywright(reportPaths(feedbackTicketModel, 'shortest')));
  const longest = plan.toSorted((a, b) => b.labels.length - a.labels.length)[0];

  expect(longest?.labels.length).toBeGreaterThan(1);
  await run(longest?.id ?? '', longest?.labels ?? []);
});

test('a line that has no effect in its position is named', async () => {
  await expect(run('edited', ['an operator answers', 'a stranger writes'])).rejects.toThrow(
    '"a stranger writes" does nothing to the feedback-ticket where it is then',
  );
});
