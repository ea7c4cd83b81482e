/**
 * Cookie that says a browser has signed in, and nothing more: pages read it to know whether asking who is signed in is
 * worth a request, so that a visitor's browser does not note a 401. It opens nothing.
 */
export const signedInCookie = 'precis.signed-in'

/** Whether a `Cookie` string says that this browser has signed in. */
export function hasSignedIn(cookies: string): boolean {
  return cookies.split(';').some((cookie) => cookie.trim().startsWith(`${signedInCookie}=`))
}
