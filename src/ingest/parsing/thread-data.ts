/** What a thread is given as it starts. */
export interface ThreadData {
  /** Limit of each WebAssembly memory, in bytes. */
  wasmBytes: number
}
