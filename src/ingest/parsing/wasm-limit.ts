/** WebAssembly memory grows in pages of this many bytes. */
const PAGE_BYTES = 64 * 1024

interface WasmMemory {
  readonly buffer: ArrayBufferLike
  grow(pages: number): number
}

/**
 * Bounds each WebAssembly memory of this thread: growing beyond the limit fails, as it does on a machine that has no
 * more, which modules know how to meet (their `malloc` gives null). Neither V8's limits nor its figures cover this
 * memory. A module that grows its memory by an instruction of its own, as none of ours does, is not stopped.
 */
export function limitWasmMemory(maxBytes: number): void {
  // The types of the web platform are not those of the server, so that Node's copy of it has none.
  const { prototype }: { prototype: WasmMemory } = Reflect.get(Reflect.get(globalThis, 'WebAssembly'), 'Memory')
  const grow: unknown = Reflect.get(prototype, 'grow')
  if (typeof grow !== 'function') throw new TypeError('This engine has no WebAssembly memory to limit.')
  prototype.grow = function limited(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > maxBytes) {
      throw new RangeError('WebAssembly memory is limited here.')
    }
    return Number(Reflect.apply(grow, this, [pages]))
  }
}
