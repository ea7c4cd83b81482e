/** Readers look for the header in the first KiB (PDF 1.7, annex H.3, note 13). */
const HEADER_BYTES = 1024
/** How far behind a late header the first object may stand. */
const BODY_BYTES = 4096

/** Whether bytes are a PDF, also behind the junk that mail and web servers leave before its header. */
export function hasPdfHeader(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEADER_BYTES + BODY_BYTES)).toString('latin1')
  const at = head.indexOf('%PDF-')
  if (at === -1 || at > HEADER_BYTES) return false
  // A text about PDF files may well begin with their header; only a file goes on with objects.
  return at === 0 || /\b\d{1,10}\s+\d{1,5}\s+obj\b/u.test(head.slice(at))
}
