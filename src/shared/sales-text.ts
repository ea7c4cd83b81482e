/** Keeps the text in `{prices}…{/prices}` where something is sold, else that in `{no-prices}…{/no-prices}`. */
export function salesText(text: string, sells: boolean): string {
  const kept = sells ? 'prices' : 'no-prices'
  return text.replace(/\{(prices|no-prices)\}(\n?)(.*?)\{\/\1\}\2/gsu, (_, name: string, _gap, part: string) =>
    name === kept ? part : '',
  )
}
