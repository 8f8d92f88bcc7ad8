/** What the answers to the open question would change. */

import { Ahead } from "../ahead/ahead";
import type { View } from "../view";
import type { Frame } from "./frame";

export const ahead = (view: View, frame: Frame): Ahead => new Ahead(view, frame);
