/** Signatures of the records of a ZIP file (PKWARE APPNOTE 6.3.10, section 4.3). */
export const LOCAL_HEADER = 0x04034b50
export const CENTRAL_HEADER = 0x02014b50
export const DATA_DESCRIPTOR = 0x08074b50
export const END_OF_DIRECTORY = 0x06054b50
export const END_OF_DIRECTORY_64 = 0x06064b50
export const LOCATOR_64 = 0x07064b50

export const LOCAL_HEADER_BYTES = 30

/** Bits of the general purpose flags. */
export const FLAG_ENCRYPTED = 0x0001
export const FLAG_DESCRIPTOR = 0x0008

/** A packed file inside an archive. */
export interface Entry {
  /** Normalized: see `entryName`. */
  name: string
  /** 0 stored, 8 DEFLATE. */
  method: number
  encrypted: boolean
  /** CRC-32 of the unpacked bytes; null where it is not known. */
  crc: number | null
  /** Where its local header begins, in bytes from the start of the archive. */
  from: number
  /** Its packed bytes, from `start` up to `end`. */
  start: number
  end: number
  /** Whether the archive ends before the packed bytes do. */
  cut: boolean
}

/** A record's four signature bytes, as they stand in the file. */
export function signatureBytes(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

/** Whether a record with the signature stands at an offset, with room for its fixed part. */
export function holdsRecord(file: Buffer, at: number, signature: number, bytes: number): boolean {
  return Number.isSafeInteger(at) && at >= 0 && at + bytes <= file.length && file.readUInt32LE(at) === signature
}

/** Where the packed bytes begin whose local header stands at `at`. */
export function dataStart(file: Buffer, at: number): number {
  return at + LOCAL_HEADER_BYTES + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
}

/** Marks in a 32-bit field that its value stands in the ZIP64 extra field. */
export const IN_EXTRA_FIELD = 0xffffffff

/**
 * The values of the ZIP64 extra field (APPNOTE 4.5.3): 64-bit numbers, in fixed order, of those fields only that are
 * marked as being there.
 */
export function zip64Values(file: Buffer, from: number, to: number): number[] {
  let at = from
  while (at + 4 <= to) {
    const length = file.readUInt16LE(at + 2)
    if (file.readUInt16LE(at) === 0x0001) {
      const end = Math.min(to, at + 4 + length)
      const values: number[] = []
      for (let value = at + 4; value + 8 <= end; value += 8) values.push(Number(file.readBigUInt64LE(value)))
      return values
    }
    at += 4 + length
  }
  return []
}
