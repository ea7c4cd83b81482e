/** Measurements of a scroll through the list. */
export interface Scroll {
  ms: number
  /** From each frame to the next, in milliseconds. */
  gaps: number[]
  /** In milliseconds; 0 without long tasks. */
  longestTask: number
  /** Maximum number of rows in the document. */
  elements: number
  /** Position of the last row that was on the screen. */
  rows: number
}

/** From a key press to its results, in milliseconds. */
export interface Search {
  /** Until the request: the field waits a moment for the next key. */
  askedMs: number
  /** Until the rows were on the screen. */
  shownMs: number
}

/**
 * `scrollThrough({ rows, forMs, pixelsPerMs })`, for a page: scrolls evenly, waiting while more loads and turning back
 * at either end, until that many rows were reached and that much time has passed. Returns a `Scroll`.
 */
export const scrolling = `
/** Position of the lowest row on the screen: looked up at points, whose cost doesn't depend on how many rows there are. */
const lowestRow = () => {
  for (let y = innerHeight - 1; y > 0; y -= 40) {
    const row = document.elementFromPoint(innerWidth / 2, y)?.closest('[aria-posinset]')
    if (row) return Number(row.ariaPosInSet)
  }
  return 0
}
window.scrollThrough = ({ rows, forMs, pixelsPerMs }) => new Promise((resolve, reject) => {
  const found = { ms: 0, gaps: [], longestTask: 0, elements: 0, rows: 0 }
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) found.longestTask = Math.max(found.longestTask, duration)
  })
  tasks.observe({ type: 'longtask' })
  let direction = 1
  const start = performance.now()
  let last
  const frame = (now) => {
    if (last !== undefined) {
      found.gaps.push(now - last)
      scrollBy(0, direction * pixelsPerMs * (now - last))
    }
    last = now
    const { scrollHeight } = document.documentElement
    if (found.rows === rows && scrollY + innerHeight >= scrollHeight - 1) direction = -1
    else if (scrollY <= 0) direction = 1
    found.elements = Math.max(found.elements, document.getElementsByTagName('*').length)
    found.rows = Math.max(found.rows, lowestRow())
    found.ms = now - start
    if (found.ms > 300_000) return reject(new Error('After row ' + found.rows + ' nothing came'))
    if (found.rows < rows || found.ms < forMs) return requestAnimationFrame(frame)
    tasks.disconnect()
    resolve(found)
  }
  requestAnimationFrame(frame)
})
`

/**
 * `whenFound(text)`, for a page: waits until matching rows are on the screen. Returns a `Search` that begins with the
 * last key.
 */
export const searching = `
let pressed = 0
addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp }, true)
const isOf = (text, address) => new URL(address).searchParams.get('q') === text
const isFound = (text) =>
  isOf(text, location.href) &&
  [...document.querySelectorAll('output')].some(({ textContent }) => textContent.endsWith(' found')) &&
  document.querySelector('[data-summary] mark') !== null
window.whenFound = (text) => new Promise((resolve, reject) => {
  const frame = () => {
    if (performance.now() - pressed > 30_000) return reject(new Error('Nothing was found for ' + text))
    if (!isFound(text)) return requestAnimationFrame(frame)
    // After the frame that these rows are drawn in.
    requestAnimationFrame(() => {
      const asked = performance.getEntriesByType('resource').find(({ name }) => isOf(text, name))
      resolve({ askedMs: asked.startTime - pressed, shownMs: performance.now() - pressed })
    })
  }
  requestAnimationFrame(frame)
})
`
