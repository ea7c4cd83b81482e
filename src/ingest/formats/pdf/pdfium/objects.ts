/** How far around a position its object is looked at, in bytes: files can be made to be slow. */
const MAX_REACH = 20_000

/** The object around a position: its number, and its text from the start to the end or as far as is looked. */
export function objectAround(file: Buffer, at: number): { number: number; text: string } | null {
  const before = file.toString('latin1', Math.max(0, at - MAX_REACH), at)
  const mark = before.lastIndexOf(' obj')
  if (mark === -1) return null
  const number = /(\d{1,10}) \d{1,5}$/u.exec(before.slice(Math.max(0, mark - 20), mark))?.[1]
  if (number === undefined) return null
  const after = file.toString('latin1', at, at + MAX_REACH)
  const end = after.indexOf('endobj')
  return { number: Number(number), text: before.slice(mark) + (end === -1 ? after : after.slice(0, end)) }
}
