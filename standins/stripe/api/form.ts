/** Parameters as they come: texts, lists and groups of them. */
export type Param = string | Param[] | { [name: string]: Param }
export type Params = { [name: string]: Param }

type Tree = Map<string, string | Tree>

/** Deeper than any parameter. */
const MAX_DEPTH = 10

/** `items[0][price]` as `items`, `0`, `price`. */
function pathOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[', MAX_DEPTH)
  return [first, ...rest.map((part) => part.replace(/\]$/u, ''))]
}

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  // `expand[]=a&expand[]=b` counts by itself.
  const key = name === '' ? String(tree.size) : name
  if (rest.length === 0) {
    tree.set(key, value)
    return
  }
  const found = tree.get(key)
  const inner: Tree = found instanceof Map ? found : new Map()
  tree.set(key, inner)
  put(inner, rest, value)
}

const isList = (tree: Tree): boolean => tree.size > 0 && [...tree.keys()].every((key) => /^\d+$/u.test(key))

function toParam(value: string | Tree): Param {
  if (typeof value === 'string') return value
  if (isList(value)) return [...value.values()].map(toParam)
  return Object.fromEntries([...value].map(([key, inner]) => [key, toParam(inner)]))
}

/** Reads form-encoded parameters with brackets (https://docs.stripe.com/api/expanding_objects shows their kind). */
export function decodeForm(text: string): Params {
  const tree: Tree = new Map()
  for (const [name, value] of new URLSearchParams(text)) put(tree, pathOf(name), value)
  return Object.fromEntries([...tree].map(([key, inner]) => [key, toParam(inner)]))
}
