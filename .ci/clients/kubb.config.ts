import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

const { DOCUMENT = "", MADE = "" } = process.env;

export default defineConfig({
  input: { path: DOCUMENT },
  output: { path: MADE, clean: true, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", bundle: true })],
});
