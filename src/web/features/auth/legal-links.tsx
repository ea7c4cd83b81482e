import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'

const style = 'text-ink underline underline-offset-3'

/** Terms of Use and Privacy Policy, as they stand in a sentence. */
export function LegalLinks() {
  return (
    <>
      <Link href={pagePaths.termsOfUse} className={style}>
        Terms of Use
      </Link>{' '}
      and{' '}
      <Link href={pagePaths.privacyPolicy} className={style}>
        Privacy Policy
      </Link>
    </>
  )
}
