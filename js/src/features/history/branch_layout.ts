/** The layout of the history: the position of each step and the lane of each branch. */

import type { BranchShown, History } from "../../contract";
import { round } from "../../core/geometry";

export class Tree {
  /** The steps of the present line, up to the last redo. */
  readonly main: readonly number[];
  /** Branches that end elsewhere, the newest first. */
  readonly others: readonly BranchShown[];
  private readonly before = new Map<number, number | null>();
  private readonly branch = new Map<number, BranchShown>();
  private readonly depths = new Map<number, number>();

  constructor(readonly history: History) {
    for (const each of history.branches) {
      let last = each.began;
      for (const step of each.steps) {
        this.before.set(step, last);
        this.depths.set(step, last === null ? 0 : this.depth(last) + 1);
        this.branch.set(step, each);
        last = step;
      }
    }
    this.main = this.way(history.end);
    const onMain = new Set(this.main);
    this.others = history.branches.filter((each) => !onMain.has(endOf(each))).reverse();
  }

  /** Number of steps before this one. */
  depth(step: number): number {
    return this.depths.get(step) ?? 0;
  }

  branchOf(step: number): BranchShown | undefined {
    return this.branch.get(step);
  }

  isOnMain(step: number): boolean {
    return this.main[this.depth(step)] === step;
  }

  /** The steps from the first to this one. */
  way(step: number): number[] {
    const way: number[] = [];
    for (let at: number | null = step; at !== null; at = this.before.get(at) ?? null) way.push(at);
    return way.reverse();
  }

  /** All steps of the line to a branch's end. */
  line(branch: BranchShown): number[] {
    return this.way(endOf(branch));
  }
}

export const endOf = ({ steps }: BranchShown): number => steps.at(-1) ?? 0;

export const [LEFT, RIGHT] = [8, 312];

/** How far to the right a place of the line is drawn. */
export const along = (at: number, span: number): number =>
  round(span > 0 ? LEFT + (at * (RIGHT - LEFT)) / span : RIGHT);
