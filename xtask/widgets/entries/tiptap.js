// A rich editor without any bar.

import { Editor } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";
import { show } from "./shown.js";

new Editor({
  element: document.querySelector("#root"),
  extensions: [StarterKit],
  content: "<p></p>",
  onUpdate: ({ editor }) => show(editor.getText({ blockSeparator: "\n" })),
});
