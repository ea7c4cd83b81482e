/** Characters by which a text could give orders to a terminal, or show its letters in another order than they stand in. */
const orders = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
/** Those of them that JSON leaves as they are. */
const ordersInJson = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu

/** What people have written, in one line that does nothing to a terminal. */
export function plainLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(orders, '').trim()
}

/** An object as JSON for people and programs, with nothing in it that does something to a terminal. */
export function toJsonText(value: unknown): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(value, null, 2).replace(ordersInJson, escape)}\n`
}
