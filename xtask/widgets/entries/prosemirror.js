// A rich editor that redraws from its own model, with its usual menu and keys.

import { exampleSetup } from "prosemirror-example-setup";
import "prosemirror-example-setup/style/style.css";
import "prosemirror-menu/style/menu.css";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import "prosemirror-view/style/prosemirror.css";
import { show } from "./shown.js";

const view = new EditorView(document.querySelector("#root"), {
  state: EditorState.create({ schema, plugins: exampleSetup({ schema }) }),
  attributes: { "aria-label": "Log entry" },
  dispatchTransaction(change) {
    view.updateState(view.state.apply(change));
    show(view.state.doc.textBetween(0, view.state.doc.content.size, "\n"));
  },
});
