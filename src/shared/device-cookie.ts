/** Cookie of a browser in which a user has signed in before. It signs nobody in. */
export const deviceCookie = 'precis.device'
