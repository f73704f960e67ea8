// An editor for code: closes brackets and indents by itself, and draws only the lines in sight.

import { basicSetup, EditorView } from "codemirror";
import { show } from "./shown.js";

new EditorView({
  parent: document.querySelector("#root"),
  extensions: [
    basicSetup,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) show(update.state.doc.toString());
    }),
  ],
});
