/** Cookie of a browser in which a user has signed in before. It does not sign the user in. */
export const deviceCookie = 'precis.device'
