// A box for files around a hidden field.

import { createRoot } from "react-dom/client";
import { useDropzone } from "react-dropzone";
import { show } from "./shown.js";

function Papers() {
  const { getRootProps, getInputProps } = useDropzone({ onDrop: (files) => show(files.map((file) => file.name).join(", ")) });
  return (
    <div {...getRootProps({ className: "box", "aria-label": "Ship's papers" })}>
      <input {...getInputProps()} />
      Drop papers here, or click to choose them
    </div>
  );
}

createRoot(document.querySelector("#root")).render(<Papers />);
