/**
 * Tells the page how high the banner is, so that nothing is scrolled to, or ends, behind it.
 *
 * @returns how to stop; the page then knows of no banner
 */
export function tellBannerHeight(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const isOverlaid = getComputedStyle(banner).position === 'fixed'
    style.setProperty('--banner', isOverlaid ? `${banner.offsetHeight}px` : '0px')
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner')
  }
}
