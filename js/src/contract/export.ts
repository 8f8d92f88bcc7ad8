/** Written by js/contract.py from widget/: change it there. */

/** A file is wanted, of what and in which form, by the view that calls itself `to`. */
export interface Export {
  type: "export";
  file: "constraints" | "labels" | "session" | "replay" | "code";
  form: "csv" | "json" | "jsonl" | "html" | "py";
  to: string;
}

/** A file for one view; what it holds comes beside it, as bytes. */
export interface File {
  type: "file";
  file: "constraints" | "labels" | "session" | "replay" | "code";
  to: string;
  name: string;
  mime: string;
}
