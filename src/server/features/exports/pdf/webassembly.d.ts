/** Part of the WebAssembly JavaScript API; src/ingest declares others. */
declare namespace WebAssembly {
  function compile(bytes: Uint8Array): Promise<Module>
}
