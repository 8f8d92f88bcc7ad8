/** Questions about several points, to be shown on a page. */

import type { Placement, Sorting, State } from "../src/contract";

export const TYPES: State["question_types"] = {
  current: "pair",
  choices: [
    { id: "pair", title: "Pair", about: "Do these two belong together?", reason: "" },
    { id: "place", title: "Place", about: "Where does this point belong?", reason: "" },
    { id: "sort", title: "Sort", about: "Onto piles.", reason: "Random asks only pairs" },
  ],
};

/** A point on a card; its sentence is a word, by which a test knows it. */
export function faceOf(i: number, about = String(i)): Sorting["points"][number] {
  return {
    i,
    name: String(i),
    cluster_id: i % 2,
    image: false,
    text: "",
    profile: [0.2, 0.9],
    about,
  };
}

export const PLACEMENT: Placement = {
  number: 7,
  title: "Where does point 1 belong?",
  point: faceOf(1),
  reason: "Point 1 could be in cluster 1 or 2.",
  cards: [
    {
      face: faceOf(0),
      way: { title: "Cluster 1", links: [[1, 0, "must"]], effect: "Must-link 1 – 0." },
    },
    {
      face: faceOf(3),
      way: {
        title: "Cluster 2",
        links: [
          [1, 3, "must"],
          [1, 0, "cannot"],
        ],
        effect: "Must-link 1 – 3; cannot-link 1 – 0.",
      },
    },
  ],
  none: {
    title: "None of these: a new cluster",
    links: [[1, 0, "cannot"]],
    effect: "Cannot-links 1 – 0 and 3; K becomes 3.",
  },
  strips: [
    {
      name: "petal length",
      value: "4.5",
      mine: 0.59,
      theirs: [0.1, 0.8],
      about: "petal length: point 1 4.5; point 0 1.5, point 3 5.8",
    },
  ],
};

/** Three points and the card of a class, with which the second is known to be apart. */
export const SORTING: Sorting = {
  number: 9,
  title: "Sort these three",
  reason: "These 3 points are the least certain.",
  points: [faceOf(1, "one"), faceOf(2, "two"), faceOf(3, "three")],
  cards: [faceOf(0, "zero")],
  open: [
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 3],
    [0, 3],
  ],
};
