/** One more part of the WebAssembly JavaScript API, beside those that the reader of PDF uses. */
declare namespace WebAssembly {
  function compile(bytes: Uint8Array): Promise<Module>
}
