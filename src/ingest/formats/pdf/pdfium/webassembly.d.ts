/** The parts of the WebAssembly JavaScript API that are used here; without the browser's types nothing declares them. */
declare namespace WebAssembly {
  type Module = object
  const Module: new (bytes: Uint8Array) => Module
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Exports
  }
  class Memory {
    constructor(limits: { initial: number })
    readonly buffer: ArrayBuffer
  }
  class RuntimeError extends Error {}
  type Exports = Record<string, unknown>
  type Imports = Record<string, Record<string, unknown>>
}
