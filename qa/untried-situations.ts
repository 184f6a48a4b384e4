/** The situations of a machine whose refusals no path has tried yet, for targets on which paths take long. */
import type { MachineModel } from './models/model.ts';
import { generateRefusals, refusalsAfter, type Path, type Refusals } from './paths.ts';

export class UntriedSituations {
  readonly #model: MachineModel;
  readonly #left: Set<string>;

  /** @param isPossible returns false for paths that the target cannot run. */
  constructor(model: MachineModel, isPossible: (path: Path) => boolean = () => true) {
    this.#model = model;
    const situations = generateRefusals(model).filter(({ path }) => isPossible(path));
    this.#left = new Set(situations.map(({ situation }) => situation));
  }

  /** Returns the refusals at the end of the path; undefined when a path before it has ended there. */
  take(path: Path): Refusals | undefined {
    const refusals = refusalsAfter(this.#model, path);
    return this.#left.delete(refusals.situation) ? refusals : undefined;
  }

  /** Keys of the situations at which no path has ended. */
  get left(): readonly string[] {
    return [...this.#left];
  }
}
