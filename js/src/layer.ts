/** What anywidget loads: one `render` per view. */

import { Layer } from "./bundles/view_layer";
import type { State } from "./contract";
import type { Model } from "./core/model";

/** A view begins with the first state, which a model nearly always has by now. */
function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  let layer: Layer | null = null;
  const begin = (): void => {
    if ((model.get("state") as Partial<State> | undefined)?.revision === undefined) return;
    model.off("change:state", begin);
    layer = new Layer(model, el);
  };
  model.on("change:state", begin);
  begin();
  return () => {
    model.off("change:state", begin);
    layer?.dispose();
  };
}

export default { render };
