import { displayName } from '../../../shared/accounts.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { longDate } from '../../lib/dates.ts'
import { readAccountDraft } from './account-draft.ts'
import { NameForm } from './name-form.tsx'
import { Row, Section } from './section.tsx'
import { useDisclosure } from './use-disclosure.ts'

/** Picture, name, and since when. */
export function ProfileSection() {
  const user = useUser()
  const { firstName, lastName } = readAccountDraft(user.id)
  const { isOpen, takesFocus, open, close, opener } = useDisclosure(firstName !== undefined || lastName !== undefined)
  const since = longDate(user.createdAt)
  return (
    <Section id="profile" title="Profile">
      <Row
        action={
          isOpen ? null : (
            <Button ref={opener} look="plain" aria-label="Change name" onClick={open}>
              Change
            </Button>
          )
        }
      >
        <div className="flex items-center gap-4">
          <Avatar user={user} className="size-14 text-lg" />
          <div className="min-w-0">
            <p className="font-serif text-[1.25rem] leading-snug font-medium wrap-anywhere">
              <bdi>{displayName(user)}</bdi>
            </p>
            {since === null ? null : (
              <p className="mt-0.5 text-sm text-ink-soft">
                Member since <span className="inline-block">{since}</span>
              </p>
            )}
          </div>
        </div>
      </Row>
      {isOpen ? (
        <div className="mt-6">
          <NameForm takesFocus={takesFocus} onClose={close} />
        </div>
      ) : null}
    </Section>
  )
}
