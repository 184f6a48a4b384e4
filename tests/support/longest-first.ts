/** In which order files of tests begin: those of a project that take long first, so that none is left alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Their size does not tell, and a fresh clone has no durations of an earlier run. */
const LONG = [
  'e2e/accessibility',
  'e2e/console-paths',
  'e2e/merchant',
  'e2e/fiat-ad-paths',
  'e2e/fiat-order-paths',
  'e2e/languages',
  'server/private-routes',
  'server/fiat-deadlines',
  'server/platform-start',
  'server/wallet-deposit-facts',
  'server/fiat-ad-paths',
  'server/fiat-order-paths',
  'server/spot-order-paths',
  'server/platform-refusals',
  'server/fiat-refusals',
].map((name) => `/tests/${name}.test.ts`);

const isLong = ({ moduleId }: TestSpecification): boolean =>
  LONG.some((name) => moduleId.endsWith(name));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // By project; within each as vitest would. No list is changed by it.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
