/** How far around a key its object is looked at, in bytes, and how many keys are: files can be made to be slow. */
const MAX_REACH = 20_000
const MAX_KEYS = 200

/** The object around a position: its number, and its text from the start to the end or as far as is looked. */
function objectAround(file: Buffer, at: number): { number: number; text: string } | null {
  const before = file.toString('latin1', Math.max(0, at - MAX_REACH), at)
  const mark = before.lastIndexOf(' obj')
  if (mark === -1) return null
  const number = /(\d{1,10}) \d{1,5}$/u.exec(before.slice(Math.max(0, mark - 20), mark))?.[1]
  if (number === undefined) return null
  const after = file.toString('latin1', at, at + MAX_REACH)
  const end = after.indexOf('endobj')
  return { number: Number(number), text: before.slice(mark) + (end === -1 ? after : after.slice(0, end)) }
}

/** The last object that says it is of a type and has none above it. */
function findRoot(file: Buffer, type: string): number | null {
  let at = file.lastIndexOf(type)
  for (let tried = 0; at !== -1 && tried < MAX_KEYS; tried += 1) {
    const object = objectAround(file, at)
    if (object !== null && !object.text.includes('/Parent')) return object.number
    at = at === 0 ? -1 : file.lastIndexOf(type, at - 1)
  }
  return null
}

/** A number that no file has an object of. */
const ADDED = 4_000_000

/**
 * A file whose end is lost, with an end that leads to its pages, as far as they are there. Null where nothing leads to
 * any. Programs write the table of objects last, so that a transfer cut short loses it first.
 */
export function mendEnd(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = (root: number): string => `trailer\n<< /Root ${root} 0 R >>\n%%EOF\n`
  const catalog = findRoot(file, '/Type /Catalog') ?? findRoot(file, '/Type/Catalog')
  if (catalog !== null) return Buffer.concat([file, Buffer.from(`\nendobj\n${end(catalog)}`)])
  const pages = findRoot(file, '/Type /Pages') ?? findRoot(file, '/Type/Pages')
  if (pages === null) return null
  const added = `${ADDED} 0 obj\n<< /Type /Catalog /Pages ${pages} 0 R >>\nendobj\n`
  return Buffer.concat([file, Buffer.from(`\nendobj\n${added}${end(ADDED)}`)])
}
