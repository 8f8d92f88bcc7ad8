/** What the answers to the open question would change. */

import type { View } from "../core/view_state";
import { Ahead } from "../features/preview/preview";
import type { PageSlots } from "../page/page_slots";

export const ahead = (view: View, page: PageSlots): Ahead => new Ahead(view, page);
