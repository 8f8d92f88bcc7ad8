/** Written by js/contract.py from widget/contract/: change it there. */

/** What there is to tell about one point. */
export interface Description {
  type: "describe";
  index: number;
  name: string;
  title: string;
  rows: [string, string][];
  image?: string;
}
