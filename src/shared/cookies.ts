/** Cookie of a browser in which a user has signed in before. It does not sign the user in. */
export const deviceCookie = 'precis.device'

/**
 * Cookie that marks a browser as signed in. It grants nothing: pages read it to skip the request for the user, whose 401
 * a visitor's browser would log.
 */
export const signedInCookie = 'precis.signed-in'

/**
 * The name of a cookie with the __Host- prefix, with which browsers accept it from the host itself over HTTPS only
 * (RFC 6265bis, section 4.1.3.2).
 *
 * @param secure whether browsers reach the product over HTTPS
 */
export const hostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

const names = [false, true].map((secure) => hostCookieName(signedInCookie, secure))

/** Whether a `Cookie` string marks this browser as signed in. */
export function hasSignedIn(cookies: string): boolean {
  return cookies.split(';').some((cookie) => names.some((name) => cookie.trim().startsWith(`${name}=`)))
}

/** Values to assign to `document.cookie`, one after the other, to delete the cookie. */
export const forgettingSignIn: readonly string[] = [false, true].map(
  (secure) => `${hostCookieName(signedInCookie, secure)}=; Path=/; Max-Age=0${secure ? '; Secure' : ''}`,
)
