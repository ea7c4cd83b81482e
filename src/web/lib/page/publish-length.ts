/** Publishes a length in pixels as a CSS variable, and updates it on resize. Returns a function that stops. */
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
