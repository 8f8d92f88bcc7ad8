// A view ends all its listeners by one signal, and has more of them than Node takes for a leak.
import { setMaxListeners } from "node:events";

setMaxListeners(Number.POSITIVE_INFINITY);
