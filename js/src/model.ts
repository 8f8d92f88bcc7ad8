/** The part of anywidget's model that the layer uses. */

import type { Message } from "./contract";

export interface Model {
  get(name: string): unknown;
  send(message: Message): void;
  on(event: string, callback: (...args: never[]) => void): void;
  off(event: string, callback: (...args: never[]) => void): void;
  widget_manager?: unknown;
}
