import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { LegalSection } from '../legal-page.tsx'
import { Mail, PageLink } from '../parts.tsx'

const { productName, operator, legal } = content

/** What is allowed, what is promised and what is not, and how it all ends. */
export const rules: readonly LegalSection[] = [
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>Please do not use {productName}</p>
        <ul>
          <li>to break the law, or to process what you have no right to;</li>
          <li>to harass, deceive or spy on people;</li>
          <li>to attack it, to look for holes in it without asking us first, or to get around its limits;</li>
          <li>with programs that send more than a person would, other than through its documented interface;</li>
          <li>to resell it, or to build a service out of it for others.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'sources',
    title: 'Sources and their copyright',
    body: (
      <>
        <p>
          What you have summarized mostly belongs to somebody else. You answer for being allowed to use it: that you
          have it lawfully, and that no license or rule of its site forbids what you do. A summary does not stand in for
          the source, and is for your own use unless you hold the rights to share it.
        </p>
        <p>
          We claim nothing in what you send, nor in your summaries. You let us store and process them as far as the
          service needs, and no further. If your work is used here in a way that harms your rights, write to <Mail />.
        </p>
      </>
    ),
  },
  {
    id: 'accuracy',
    title: 'Summaries can be wrong',
    body: (
      <p>
        Summaries are made by machines. They leave things out by design, and they can misread, misquote or miss the
        point. Each shows where in the source its lines come from: look there before you rely on one. They are no legal,
        medical, financial or other professional advice.
      </p>
    ),
  },
  {
    id: 'availability',
    title: 'Availability',
    body: (
      <p>
        We work to keep the service up and good, but do not promise that it never fails or never changes. It depends on
        sites and providers that are not ours. If we end a feature you pay for, you may cancel and get back what you
        have paid for the rest of the month.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          We are fully liable for intent and gross negligence, for harm to life, body and health, and wherever the law
          does not let liability be limited. For ordinary negligence we are liable only where a duty is broken that this
          contract rests on, and then for the damage that was to be expected, at most what you have paid us in the
          twelve months before.
        </p>
        <p>Otherwise the service is provided as it is. Your rights as a consumer stay as the law gives them.</p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Ending it',
    body: (
      <>
        <p>
          You can delete your account at any time, on your <PageLink to={pagePaths.account}>Account page</PageLink>.
          Download your data first if you want to keep it.
        </p>
        <p>
          We may suspend or close an account that breaks these terms in a way that matters, after telling you why and
          giving you a chance to answer, unless the harm is too great to wait. If we end the service as a whole, you
          hear of it at least {legal.noticeDays} days before, and get back what you have paid for the time after.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    body: (
      <p>
        This contract follows {legal.governingLaw}, without its rules on conflicts of laws, and {legal.courts} decide.
        If you are a consumer, the protection of the law where you live stays yours, and so do its courts. Talk to us
        first: most things can be settled by mail.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of these terms',
    body: (
      <p>
        We may change these terms for good reasons, such as a new law or a new feature. We tell you by mail at least{' '}
        {legal.noticeDays} days before; if you do not agree, you can cancel until then, and the old terms hold to the
        end of what you have paid for. If one clause turns out to be void, the others stand.
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
