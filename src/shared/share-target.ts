/**
 * Parameters by which the dashboard's address takes an address or a text to be summarized, from a bookmark, a link or
 * the share menu of a phone: address, text, title.
 */
export const sharedNames = ['url', 'text', 'title'] as const
