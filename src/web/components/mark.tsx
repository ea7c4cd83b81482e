import { content } from '../../shared/content.ts'
import mark from './mark.json'

/** The product's logo. `height` is in pixels. */
export const Mark = ({ height = 28 }: { height?: number }) => (
  <>
    <span className="sr-only">{content.productName}</span>
    <svg viewBox="30 -740 2560 1020" height={height} aria-hidden="true" className="w-auto">
      <path d={mark.path} fill="currentColor" />
      <rect x="45" y="168" width="1500" height="96" rx="48" className="fill-accent" />
    </svg>
  </>
)
