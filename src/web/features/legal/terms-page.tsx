import { graceDays } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { Mail, PageLink } from './parts.tsx'

const { productName, operator, legal } = content

/** Who agrees with whom, on what. */
const service: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'The agreement',
    body: (
      <p>
        These terms are the contract between you and {operator.name}, {operator.address} (“we”), who runs {productName}.
        They hold once you create an account or use the service. How we handle your data stands in the{' '}
        <PageLink to={pagePaths.privacyPolicy}>Privacy Policy</PageLink>.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        {productName} turns videos, articles, texts, documents and e&#8209;books that you point it to into summaries
        with key takeaways. What it reads, how much, and how long a summary is depends on your plan and on the source:
        some cannot be read, and we then say why. A summary that fails is not counted.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>
          You are at least {legal.minimumAge} years old, and old enough to enter into this contract where you live.
        </li>
        <li>What you tell us is true, and your email address is one that reaches you.</li>
        <li>An account is for one person. Keep your password to yourself, and tell us if somebody else has it.</li>
        <li>You answer for what is done with your account, unless it was taken from you without your fault.</li>
      </ul>
    ),
  },
]

/** What is paid for, and how that ends. */
const paying: readonly LegalSection[] = [
  {
    id: 'plans',
    title: 'Plans and prices',
    body: (
      <>
        <p>
          There is a free plan, and there are paid ones. What each costs and holds stands on the{' '}
          <PageLink to={pagePaths.subscribe}>pricing page</PageLink>; what stood there when you subscribed is what we
          agreed on. Taxes are added where the law says so, and shown before you pay.
        </p>
        <p>
          Payment is taken by our payment provider, in advance for each month. We may change prices and plans: for a
          subscription that is running we tell you by mail at least {legal.noticeDays} days before, and you can cancel
          until then.
        </p>
      </>
    ),
  },
  {
    id: 'renewal',
    title: 'Renewal',
    body: (
      <p>
        A paid plan runs for a month and renews by itself for another, at the price that then holds, until it is
        canceled. There is no longer term. If a payment fails, you keep your plan for {graceDays} days while another
        means is tried; if none works, your account goes back to the free plan and your summaries stay.
      </p>
    ),
  },
  {
    id: 'cancellation',
    title: 'Canceling',
    body: (
      <>
        <p>
          You can cancel at any time: ask for it on the{' '}
          <PageLink to={pagePaths.manageSubscription}>Manage Subscription</PageLink> page, or write to <Mail />. People
          look at each request, and answer within {legal.cancellationAnswer}. The day you asked is the one that counts.
        </p>
        <p>
          You keep the plan until the end of the month you have paid for, and are not charged again. Deleting your
          account cancels too, but ends access at once.
        </p>
      </>
    ),
  },
  {
    id: 'money-back',
    title: 'Money back',
    body: (
      <p>
        Ask within {legal.moneyBackDays} days of your first payment for a plan, and you get it back in full, without a
        reason. Write to <Mail />. Rights of withdrawal that the law gives you as a consumer stand beside this.
      </p>
    ),
  },
]

/** What is allowed, what is promised and what is not, and how it all ends. */
const rules: readonly LegalSection[] = [
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

const sections = [...service, ...paying, ...rules]

/** What people and the operator owe each other. */
export default function TermsPage() {
  return (
    <LegalPage
      title={pageTitles.termsOfUse}
      lead={
        <p>
          What you can expect of {content.productName}, and what we expect of you. We have kept it short and plain, so
          that it can be read.
        </p>
      }
      sections={sections}
    />
  )
}
