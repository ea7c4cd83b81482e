/**
 * Keeps the parts of a text that apply: those in `{prices}…{/prices}` where something is sold, those in
 * `{no-prices}…{/no-prices}` elsewhere. Tags on lines of their own leave no empty lines.
 */
export function salesText(text: string, sells: boolean): string {
  const kept = sells ? 'prices' : 'no-prices'
  return text.replace(/\{(prices|no-prices)\}(\n?)(.*?)\{\/\1\}\2/gsu, (_, name: string, _gap, part: string) =>
    name === kept ? part : '',
  )
}
