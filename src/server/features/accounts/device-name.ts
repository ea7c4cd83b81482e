import bowser from 'bowser'

const browsers: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
const systems: ReadonlySet<string> = new Set(Object.values(bowser.OS_MAP))

/** Names that are known, and not whatever the sender wrote: the list of sessions shows them to the owner. */
const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null

/**
 * What a person knows a browser by, such as "Firefox on Windows".
 *
 * @param userAgent User-Agent header, as it was sent
 */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown browser'
  const { browser, os } = bowser.parse(userAgent)
  const name = known(browser.name, browsers) ?? 'Unknown browser'
  const system = known(os.name, systems)
  return system === null ? name : `${name} on ${system}`
}
