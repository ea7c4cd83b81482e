/** Little-endian numbers of a file; what lies beyond its end reads as 0. */
export class Bytes {
  readonly length: number
  private readonly buffer: Buffer

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.length = bytes.byteLength
  }

  u8(at: number): number {
    return this.buffer[at] ?? 0
  }

  u16(at: number): number {
    return at >= 0 && at + 2 <= this.length ? this.buffer.readUInt16LE(at) : 0
  }

  u32(at: number): number {
    return at >= 0 && at + 4 <= this.length ? this.buffer.readUInt32LE(at) : 0
  }

  /** A part, as far as the file has it. */
  slice(at: number, length: number): Bytes {
    return new Bytes(this.subarray(at, length))
  }

  subarray(at: number, length: number): Buffer {
    const start = Math.min(Math.max(0, at), this.length)
    return this.buffer.subarray(start, Math.min(this.length, start + Math.max(0, length)))
  }
}
