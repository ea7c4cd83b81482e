import { pagePaths } from '../../../../shared/paths.ts'
import { Entries, Entry, Mail, PageLink } from '../parts.tsx'

/** What people can ask for, and where they can do it themselves. */
export function Rights() {
  return (
    <>
      <p>
        Most of it you can do yourself, on your <PageLink to={pagePaths.account}>Account page</PageLink>. For anything
        else write to <Mail />; we answer within a month, and ask for nothing but proof that it is you.
      </p>
      <Entries>
        <Entry name="See and take it with you">
          “Download my data” gives you all we keep about you in one file, for machines and for people to read. It covers
          the rights of access and of portability.
        </Entry>
        <Entry name="Correct it">Name, email address and password can be changed at any time.</Entry>
        <Entry name="Delete it">
          Each summary on its own; or “Delete account”, which deletes everything at once and for good and ends a running
          subscription. Only what tax law makes us keep stays, until it no longer does.
        </Entry>
        <Entry name="Take consent back">
          Functional cookies can be declined again in the cookie settings at the foot of every page.
        </Entry>
        <Entry name="Object, or restrict">
          Where we rely on our own interest you may object, and you may ask us to hold data without using it while
          something is in dispute.
        </Entry>
        <Entry name="Complain">To a data protection authority: of the country you live or work in, or of ours.</Entry>
      </Entries>
      <p>
        If you live in California or another place with a law of its own, you have the rights that law gives you, in the
        same ways. Nobody is treated worse for using them.
      </p>
    </>
  )
}
