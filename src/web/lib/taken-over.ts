/** Event that the root element is sent once the app has taken the page over. */
export const takenOver = 'taken-over'
