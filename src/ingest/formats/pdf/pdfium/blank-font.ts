/** Placeholder for later. */
export function installBlankFont(imports: WebAssembly.Imports, _memory: () => ArrayBuffer): WebAssembly.Imports {
  return imports
}
