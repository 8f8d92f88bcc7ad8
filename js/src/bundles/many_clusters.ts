/** The bundle for sessions with many clusters: their list, and proposals to merge and split. */

import type { Brought } from "../core/lazy_bundle";
import type { View } from "../core/view_state";
import { ClusterList } from "../features/clusters/cluster_list";
import { Proposals } from "../features/proposals/proposals";
import { type PageSlots, together } from "../page/page_slots";

export interface ManyClusters extends Brought, ReturnType<typeof made> {}

export function manyClusters(view: View, page: PageSlots): ManyClusters {
  const all = made(view, page);
  return { ...all, ...together(Object.values(all)) };
}

const made = (view: View, page: PageSlots) => {
  const list = new ClusterList(view, page);
  const proposals = new Proposals(view, page, page.enlarge);
  page.side.prepend(list.el, proposals.el);
  return { list, proposals };
};
