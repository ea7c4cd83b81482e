import type { DomElement } from './dom.ts'

/** Declarations that take an element out of sight. */
const hidingStyle = new RegExp(
  `(?:^|[;\\s])(?:${[
    'display\\s*:\\s*none',
    'visibility\\s*:\\s*(?:hidden|collapse)',
    'font-size\\s*:\\s*0(?:\\.0+)?(?:px|em|rem|pt|%)?\\s*(?:;|!|$)',
    'opacity\\s*:\\s*0(?:\\.0+)?\\s*(?:;|!|$)',
    '(?:left|top|right|bottom|text-indent|margin-left|margin-top)\\s*:\\s*-\\s*\\d{4,}',
    'clip\\s*:\\s*rect\\(\\s*[01](?:px)?(?:[\\s,]+[01](?:px)?){3}\\s*\\)',
    'clip-path\\s*:\\s*inset\\(\\s*(?:50|100)%',
    'color\\s*:\\s*transparent',
  ].join('|')})`,
  'iu',
)

/** Zero width or height with clipped overflow hides as well; both parts are needed, since bare zero sizes overflow. */
const zeroSize = /(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/iu
const clipped = /overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/iu

/** Class names that the large CSS frameworks define as "for screen readers only" or "not shown". */
const hidingClass =
  /(?:^|\s)(?:sr-only|screen-reader-text|screen-reader-only|visually-?hidden|visuallyhidden|element-invisible|assistive-text|offscreen|off-screen|a11y-hidden|u-hidden|is-hidden|d-none|hidden|hide)(?:\s|$)/iu

/** Frameworks pair a hiding class with ones that show again from some width of the screen on. */
const responsiveClass =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|contents|table)|d-(?:sm|md|lg|xl)-(?:block|flex|grid|inline))/u

/** Longer inline styles hold pictures, not layout. */
const MAX_STYLE_CHARACTERS = 2000

/** Whether declarations of CSS take what they apply to out of sight. */
export function isHidingStyle(declarations: string): boolean {
  const style = declarations.slice(0, MAX_STYLE_CHARACTERS)
  return hidingStyle.test(style) || (clipped.test(style) && zeroSize.test(style))
}

/**
 * Whether an element itself says that it is not shown. Text that readers can't see must not reach a summary: it is
 * either a helper for machines or an attempt to steer one.
 */
export function isHidden(element: DomElement): boolean {
  if (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found') return true
  if (element.getAttribute('aria-hidden') === 'true') return true
  const style = element.getAttribute('style')
  if (style !== null && style !== '' && isHidingStyle(style)) return true
  const names = element.getAttribute('class')
  return names !== null && hidingClass.test(names) && !responsiveClass.test(names)
}
