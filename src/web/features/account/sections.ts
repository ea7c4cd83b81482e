/** The sections of the page, in order; their ids are their anchors. */
export const sections = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'Email' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'your-data', label: 'Your data' },
  { id: 'delete', label: 'Delete account' },
] as const
export type SectionId = (typeof sections)[number]['id']
