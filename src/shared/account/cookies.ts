/** Cookie of a browser in which a user has signed in before. It does not sign the user in. */
export const deviceCookie = 'precis.device'

/** Marks a browser as signed in and grants nothing: pages read it to skip a request whose 401 would be logged. */
export const signedInCookie = 'precis.signed-in'

/** The name of a cookie, with the __Host- prefix if browsers use HTTPS (RFC 6265bis, section 4.1.3.2). */
export const hostCookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

const names = [false, true].map((secure) => hostCookieName(signedInCookie, secure))

export function hasSignedIn(cookies: string): boolean {
  return cookies.split(';').some((cookie) => names.some((name) => cookie.trim().startsWith(`${name}=`)))
}

/** Values to assign to `document.cookie`, one after the other, to delete the cookie. */
export const forgettingSignIn: readonly string[] = [false, true].map(
  (secure) => `${hostCookieName(signedInCookie, secure)}=; Path=/; Max-Age=0${secure ? '; Secure' : ''}`,
)
