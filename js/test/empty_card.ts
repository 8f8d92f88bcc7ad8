/** The card of a cluster about which nothing is known. */

import type { ClusterCard } from "../src/contract";

export const CARD: ClusterCard = {
  type: "cluster",
  id: 0,
  name: "Cluster 1",
  about: "2 points",
  shown: "points",
  named: false,
  suggested: "",
  words: [],
  words_note: "",
  described: [],
  features: [],
  shares: [],
  typical: [],
  doubtful: [],
  captions: ["", ""],
  n_doubtful: 0,
  status: "",
  partners: [],
  after: "",
};
