/**
 * Publishes a length of an element as a CSS variable of the document, and updates it when the element or the window changes
 * its size. Returns a function that stops.
 *
 * @param measure returns pixels
 */
export function publishLength(variable: `--${string}`, element: HTMLElement, measure: () => number): () => void {
  const { style } = document.documentElement
  const publish = () => style.setProperty(variable, `${measure()}px`)
  const observer = new ResizeObserver(publish)
  observer.observe(element)
  addEventListener('resize', publish)
  return () => {
    observer.disconnect()
    removeEventListener('resize', publish)
    style.removeProperty(variable)
  }
}
