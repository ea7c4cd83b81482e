import { content } from '../../../../shared/content.ts'
import { Entries, Entry } from '../parts.tsx'

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
export function Processors() {
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
