import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { Entries, Entry, Mail, PageLink } from './parts.tsx'
import { Cookies, KeptData, KeptTimes } from './privacy-data.tsx'

const { processors } = content.legal
type Kind = keyof typeof processors

const kinds: readonly { kind: Kind; name: string; receives: string; ifNobody: string }[] = [
  {
    kind: 'hosting',
    name: 'Hosting',
    receives: 'Runs the servers and the database that hold all of the above.',
    ifNobody: 'Our own servers.',
  },
  {
    kind: 'files',
    name: 'File storage',
    receives: 'Keeps uploaded files until they have been read.',
    ifNobody: 'Our own servers.',
  },
  {
    kind: 'languageModels',
    name: 'Language models',
    receives: 'Receive the text of a source, its title, author and site, and write the summary. Not who asks.',
    ifNobody: 'None: summaries are made on our own servers, and no text leaves them.',
  },
  {
    kind: 'mail',
    name: 'Mail',
    receives: 'Receives your address and first name to deliver what we send: confirmations, new passwords, notices.',
    ifNobody: 'Our own mail server.',
  },
  {
    kind: 'payments',
    name: 'Payments',
    receives: 'Takes the payment and your card details; learns your email address and plan. A controller of its own.',
    ifNobody: 'None.',
  },
  {
    kind: 'signIn',
    name: 'Sign-in',
    receives: 'Only if you continue with it: tells us who you are, and learns that you sign in here.',
    ifNobody: 'None.',
  },
]

const named = (kind: Kind): string => processors[kind].map(({ name, country }) => `${name} (${country})`).join(', ')

/** Who handles people's data for the operator. */
function Processors() {
  return (
    <>
      <p>Some of the work is done by others, under contracts that let them use your data for that work alone.</p>
      <Entries>
        {kinds.map(({ kind, name, receives, ifNobody }) => {
          const names = named(kind)
          return (
            <Entry key={kind} name={name}>
              {names === '' ? ifNobody : `${names}. ${receives}`}
            </Entry>
          )
        })}
      </Entries>
      <p>
        Apart from them we hand out data only where a law or a court obliges us to, and then as little as that takes.
      </p>
    </>
  )
}

/** What people can ask for, and where they can do it themselves. */
function Rights() {
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
