/** What the answers to the open question would change. */

import type { Frame } from "../core/page_slots";
import type { View } from "../core/view_state";
import { Ahead } from "../features/preview/preview";

export const ahead = (view: View, frame: Frame): Ahead => new Ahead(view, frame);
