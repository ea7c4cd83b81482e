/** A box on a page, or the page's own, in the coordinates of the text on it. */
export interface PageBox {
  left: number
  bottom: number
  right: number
  top: number
}

/** The smallest box around two boxes. */
export const union = (one: PageBox, other: PageBox): PageBox => ({
  left: Math.min(one.left, other.left),
  bottom: Math.min(one.bottom, other.bottom),
  right: Math.max(one.right, other.right),
  top: Math.max(one.top, other.top),
})

export const contains = (outer: PageBox, inner: PageBox): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.bottom >= outer.bottom && inner.top <= outer.top

/** A transformation: a, b, c, d, e, f of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

export const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f]

/** Applies one matrix after another. */
export function multiply([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix {
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
}

/** The box around the corners of another one in other coordinates. */
export function transform([left = 0, bottom = 0, right = 0, top = 0]: readonly number[], matrix: Matrix): PageBox {
  const [a, b, c, d, e, f] = matrix
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}
