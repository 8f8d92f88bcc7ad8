/** Written by js/contract.py from widget/contract/: change it there. */

import type { SecondThought } from "./again";
import type { Auto } from "./auto";
import type { Axes } from "./axes";
import type { Batch } from "./batch";
import type { Compared } from "./compare";
import type { Selected } from "./content";
import type { Point } from "./kinds";
import type { History } from "./past";
import type { Disagreement } from "./people";
import type { Projections } from "./projections";
import type { Placement, ShapeMenu, Sorting } from "./shapes";
import type {
  Cluster,
  Conflict,
  Fit,
  Keys,
  LassoGroup,
  Link,
  Progress,
  Question,
  Refused,
  Settings,
} from "./shown";
import type { Trouble } from "./ways";

/** Everything that the page shows, apart from the labels. */
export interface State {
  revision: number;
  /** How many points are shown. */
  n: number;
  /** How many rows there are, which labels and files are of. */
  n_rows: number;
  labels_itemsize: number;
  names: boolean;
  /** Points have images, which may be drawn in their place. */
  pictures: boolean;
  keys: Keys;
  axes: Axes;
  projections: Projections;
  clusters: Cluster[];
  question: Question | null;
  /** The pairs that the open question was proposed with. */
  batch: Batch | null;
  placement: Placement | null;
  sorting: Sorting | null;
  shapes: ShapeMenu;
  /** Answers from the true labels; null where there are none. */
  auto: Auto | null;
  /** A question is being looked for. */
  asking: boolean;
  exhausted: boolean;
  links: Link[];
  progress: Progress;
  history: History;
  settings: Settings;
  conflict: Conflict | null;
  trouble: Trouble | null;
  /** Answers that are worth a second look, those contradicted most first. */
  again: SecondThought[];
  disagreements: Disagreement[];
  lasso: LassoGroup | null;
  selected: Selected | null;
  compared: Compared | null;
  status: string;
  error: string | null;
  refused: Refused | null;
  fit: Fit | null;
  moved: Point[];
  saved: string;
  disconnected_text: string;
  /** Why nothing can be done here any more, as a sentence; empty while the session is open. */
  ended: string;
  can_undo: boolean;
  can_redo: boolean;
  undo_label: string | null;
  redo_label: string | null;
  /** What the names of files begin with. */
  file_name: string;
}
