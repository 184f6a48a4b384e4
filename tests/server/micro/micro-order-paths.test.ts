/** The generated paths and refusals of a fast contract, run on the dealing writer, the index log and their database. */
import { expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { refuse } from '../../../contract/result.ts';
import { microOrderModel } from '../../../qa/models/micro-order.model.ts';
import { generatePaths, generateRefusals } from '../../../qa/paths.ts';
import { runPath, runRefusals } from '../../../qa/run-path.ts';
import { recipesOfPath } from '../../support/effect-recipes.ts';
import { BOB, useMicroBench } from '../../support/micro/use-micro-bench.ts';
import { MICRO_RECIPES, WriterMicroOrder } from '../../support/micro/writer-micro-order.ts';

const used = useMicroBench();
const paths = generatePaths(microOrderModel, 'edge');

test.each(paths.map(({ id }) => id))(
  '%s does what the model says, and moves money as it says',
  async (id) => {
    const path = ensure(
      paths.find((one) => one.id === id),
      id,
    );
    const order = new WriterMicroOrder(used.bench);
    await runPath(path, order, order.expected);
    expect(await order.recipes()).toEqual(recipesOfPath(path, MICRO_RECIPES));
    // Every order that ended follows from the log.
    await used.bench.check();
    expect(await used.bench.ask(BOB)).not.toMatchObject(refuse('service_unavailable'));
  },
);

const refusals = generateRefusals(microOrderModel);

test.each(refusals.map(({ situation }) => situation))(
  'no point of the index changes an order beyond the model: %s',
  async (situation) => {
    const order = new WriterMicroOrder(used.bench);
    const found = refusals.find((one) => one.situation === situation);
    await runRefusals(ensure(found, situation), order, order.expected);
    await used.bench.check();
  },
);
