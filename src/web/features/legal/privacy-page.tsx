import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { Mail, PageLink } from './parts.tsx'
import { Cookies } from './privacy/cookies.tsx'
import { KeptData, KeptTimes } from './privacy/data.tsx'
import { Processors } from './privacy/processors.tsx'
import { Rights } from './privacy/rights.tsx'

const { productName, operator, legal } = content

const sections: readonly LegalSection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <p>
        {operator.name}, {operator.address}, runs {productName} and answers for what happens to your data here. In legal
        terms we are the controller. Write to <Mail /> about anything on this page.
      </p>
    ),
  },
  { id: 'what-we-keep', title: 'What we keep, and why', body: <KeptData /> },
  { id: 'how-long', title: 'How long we keep it', body: <KeptTimes /> },
  { id: 'cookies', title: 'Cookies and browser storage', body: <Cookies /> },
  {
    id: 'making-summaries',
    title: 'How summaries are made',
    body: (
      <>
        <p>
          A program reads the source and writes the summary from it. Depending on how this service is set up, that is an
          engine on our own servers or a language model of one of the providers named below.
        </p>
        <p>
          A language model is sent the text of that one source in numbered blocks, its title, author and site, and our
          instructions: nothing about you, and nothing else you have sent. We do not train models with your texts, and
          choose providers whose terms rule it out for them.
        </p>
        <p>
          Please mind what you send. A text may hold data about other people, and you answer for having the right to
          share it.
        </p>
      </>
    ),
  },
  { id: 'who-else', title: 'Who else is involved', body: <Processors /> },
  {
    id: 'other-countries',
    title: 'Other countries',
    body: (
      <p>
        The country in which each of them works stands beside its name. Where that is outside the European Economic
        Area, your data goes there under a decision of the European Commission that it is protected well enough, such as
        the EU-US Data Privacy Framework, or under the Commission’s standard contractual clauses. Ask us for a copy.
      </p>
    ),
  },
  { id: 'your-rights', title: 'Your rights', body: <Rights /> },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        {productName} is not meant for people under {legal.minimumAge}, and they may not have an account. If you learn
        that a child has one, write to us and we will delete it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <>
        <p>
          Connections are encrypted. Passwords are kept as argon2id hashes, and session keys and mailed links as
          checksums, so a copy of our database signs nobody in. Attempts to guess are slowed down and stopped. A new
          password ends all your other sessions, and you can end them yourself on your{' '}
          <PageLink to={pagePaths.account}>Account page</PageLink>.
        </p>
        <p>
          No service is perfectly safe. If something happens that puts you at risk, we will tell you and the authority
          in charge without delay.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When what we do changes, this page does, and its date with it. If a change matters to you, we write to you
        before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    body: (
      <p>
        {operator.name}
        <br />
        {operator.address}
        <br />
        <Mail />
      </p>
    ),
  },
]

/** What is kept about people, why, for how long, and what they can do about it. */
export default function PrivacyPage() {
  return (
    <LegalPage
      title={pageTitles.privacyPolicy}
      lead={
        <p>
          We keep what it takes to give you your summaries, and nothing to follow you with. You can take all of it with
          you, and delete all of it, at any time.
        </p>
      }
      sections={sections}
    />
  )
}
