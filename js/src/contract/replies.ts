/** Written by js/contract.py from widget/contract/: change it there. */

import type { File } from "./out";

/** What there is to tell about one point. */
export interface Description {
  type: "describe";
  index: number;
  name: string;
  title: string;
  rows: [string, string][];
  image?: string;
}

export type Reply = Description | File;
