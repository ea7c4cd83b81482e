import { expect, test } from 'vitest'
import { avatarInitials, displayName } from './user-names.ts'

test.each([
  [{ firstName: 'Ada', lastName: 'Byron', email: 'reader@example.com' }, 'Ada Byron', 'AB'],
  [{ firstName: 'Ada', lastName: null, email: 'reader@example.com' }, 'Ada', 'A'],
  [{ firstName: '', lastName: 'Byron', email: 'reader@example.com' }, 'Byron', 'B'],
  [{ firstName: '𝒜da', lastName: 'Éluard', email: 'reader@example.com' }, '𝒜da Éluard', '𝒜É'],
  [{ firstName: null, lastName: null, email: 'reader@example.com' }, 'reader@example.com', 'R'],
  [{ firstName: null, lastName: null, email: '' }, 'User', 'U'],
  [{}, 'User', 'U'],
])('name and initials of %j', (user, name, initials) => {
  expect([displayName(user), avatarInitials(user)]).toEqual([name, initials])
})
