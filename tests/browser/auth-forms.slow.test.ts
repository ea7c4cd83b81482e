import { describe, expect } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { browserTest, takeScreenshots } from '../support/browser.ts'
import { serveGoogleWorld } from '../support/google.ts'
import { expectFocus, expectTabOrder, expectToFit, hold, longPerson, newcomer, refuse } from './auth-steps.ts'
import { expectToast, user } from './steps.ts'
import { served } from './world.ts'

const login = '/api/auth/login'

describe('sign-in forms', () => {
  const product = served(() => serveGoogleWorld())

  browserTest('login: works by keyboard, and focuses the first error', async ({ page }) => {
    await page.goto(`${product.origin}/login?returnTo=%2Fsummaries`)
    await page.getByLabel('Email').focus()
    await expectTabOrder(page, [
      'Password',
      'Show password',
      'Forgot password?',
      'Sign In',
      'Continue with Google',
      'Terms of Use',
      'Privacy Policy',
      'support@precis.example',
    ])
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('abc')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(async () => password.getAttribute('type')).toBe('text')
    await expectFocus(page, 'Hide password')
    await page.keyboard.press('Enter')
    await expect.poll(async () => password.getAttribute('type')).toBe('password')

    await password.press('Enter')
    await page.getByText('Please enter a valid email address.').waitFor()
    await page.getByText('Password must be at least 6 characters.').waitFor()
    await expectFocus(page, 'Email')
    await page.getByLabel('Email').fill('reader@example.com')
    await expect.poll(async () => page.getByText('Please enter a valid email address.').count()).toBe(0)
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Password')
    await expectAccessible(page, 'login with a mistake')
    await takeScreenshots(page, 'login-mistake')
  })

  browserTest('login: links lead to the right pages', async ({ page }) => {
    await page.goto(`${product.origin}/login?returnTo=%2Fsummaries`)
    const main = page.getByRole('main')
    const leads = async (name: string) => main.getByRole('link', { name }).getAttribute('href')
    await expect.poll(async () => leads('Sign up')).toBe('/register?returnTo=%2Fsummaries')
    await expect.poll(async () => leads('Forgot password?')).toBe('/forgot-password')
    await expect.poll(async () => leads('Terms of Use')).toBe('/terms-of-use')
    await expect.poll(async () => leads('Privacy Policy')).toBe('/privacy-policy')
    await expect.poll(async () => leads('support@precis.example')).toBe('mailto:support@precis.example')
    await expect.poll(async () => leads('Continue with Google')).toBe('/api/auth/google?returnTo=%2Fsummaries')
    await page.goto(`${product.origin}/register?returnTo=https://elsewhere.example/`)
    await expect.poll(async () => leads('Sign in')).toBe('/login')
    await expect.poll(async () => leads('Continue with Google')).toBe('/api/auth/google')
  })

  browserTest('login: disables the form while the server responds, but not the links', async ({ page }) => {
    const email = await newcomer(product)
    await page.goto(`${product.origin}/login?returnTo=%2Fsummaries`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(user.password)
    const release = await hold(page, login)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Signing In...' }).waitFor()
    for (const control of [
      page.getByLabel('Email'),
      page.getByLabel('Password', { exact: true }),
      page.getByRole('button', { name: 'Show password' }),
      page.getByRole('button', { name: 'Signing In...' }),
      page.getByRole('button', { name: 'Continue with Google' }),
    ]) {
      await expect.poll(async () => control.isDisabled()).toBe(true)
    }
    await takeScreenshots(page, 'login-pending')
    release()
    await page.waitForURL('**/summaries')
    await expectToast(page, 'Welcome back!', 'You have been successfully logged in.')
  })

  browserTest('login: keeps input after every failure', async ({ page, problems }) => {
    problems.allow(/(?:401|429|ERR_INTERNET_DISCONNECTED)/)
    await page.goto(`${product.origin}/login`)
    const email = page.getByLabel('Email')
    const password = page.getByLabel('Password', { exact: true })
    const alert = page.getByRole('main').getByRole('alert')
    await email.fill('nobody@example.com')
    await password.fill('not this one')
    const fails = async (description: string | RegExp) => {
      await page.keyboard.press('Enter')
      await alert.filter({ hasText: description }).waitFor()
      await expect.poll(async () => email.inputValue()).toBe('nobody@example.com')
      await expect.poll(async () => password.inputValue()).toBe('not this one')
      await expectFocus(page, 'Password')
    }
    await fails('Invalid email or password.')
    await expectToast(page, 'Login failed', 'Invalid email or password.')

    const message = 'Too many sign-in attempts. Please wait a few minutes and try again.'
    await refuse(page, login, 429, { code: 'rate_limited', message }, { 'retry-after': '840' })
    await fails(/Too many sign-in attempts\. .* You can try again in 14 minutes, at \d{1,2}:\d{2}\s[AP]M\.$/)
    await expectToast(page, 'Login failed', message)
    await expectToFit(page)
    await takeScreenshots(page, 'login-failed')
    await page.unroute(`**${login}`)

    await page.context().setOffline(true)
    await fails('We couldn’t reach the server. Check your connection and try again.')
    await expectToast(page, 'Login failed', 'We couldn’t reach the server.')
    await page.context().setOffline(false)

    await page.getByRole('button', { name: 'Sign In' }).focus()
    await fails('Invalid email or password.')
  })

  browserTest('keeps input while other pages are visited, except passwords', async ({ page }) => {
    await page.goto(`${product.origin}/login`)
    await page.getByLabel('Email').fill('reader@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a secret')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('First name').waitFor()
    await expect.poll(async () => page.getByLabel('Email').inputValue()).toBe('reader@example.com')
    await expect.poll(async () => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('First name').fill('Ada')
    await page.getByRole('main').getByRole('link', { name: 'Terms of Use' }).click()
    await page.waitForURL('**/terms-of-use')
    await page.goBack()
    await expect.poll(async () => page.getByLabel('First name').inputValue()).toBe('Ada')
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect.poll(async () => page.getByLabel('Email').inputValue()).toBe('reader@example.com')
  })

  browserTest('register: creates an account by keyboard alone, with the form disabled meanwhile', async ({ page }) => {
    await page.goto(`${product.origin}/register?returnTo=%2Fsubscribe`)
    await page.getByText('Starter with 3 Summaries').waitFor()
    await page.getByRole('link', { name: 'Sign in', exact: true }).focus()
    await expectTabOrder(page, [
      'First name',
      'Last name',
      'Email',
      'Password',
      'Show password',
      'Create Account',
      'Continue with Google',
      'Terms of Use',
      'Privacy Policy',
      'support@precis.example',
    ])
    await page.getByLabel('First name').focus()
    for (const value of [longPerson.firstName, longPerson.lastName, longPerson.email, user.password]) {
      await page.keyboard.type(value)
      await page.keyboard.press('Tab')
    }
    await expectToFit(page)
    await expectAccessible(page, 'register')
    await expectTabOrder(page, ['Create Account'])
    const release = await hold(page, '/api/auth/register')
    await page.keyboard.press('Space')
    const button = page.getByRole('button', { name: 'Creating Account...' })
    await button.waitFor()
    for (const label of ['First name', 'Last name', 'Email', 'Password']) {
      await expect.poll(async () => page.getByLabel(label, { exact: true }).isDisabled()).toBe(true)
    }
    await expect.poll(async () => page.getByRole('button', { name: 'Continue with Google' }).isDisabled()).toBe(true)
    await takeScreenshots(page, 'register-pending')
    release()
    await page.waitForURL('**/subscribe')
    await expectToast(page, 'Account created!', 'Welcome to Precis, Donau')
    await expectToFit(page)
    await takeScreenshots(page, 'register-long-names')
  })

  browserTest(
    'register: shows what the server rejects beside the fields, and focuses the first',
    async ({ page, problems }) => {
      problems.allow(/400/)
      await page.goto(`${product.origin}/register`)
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Byron')
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password', { exact: true }).fill('another one')
      await page.route('**/api/auth/register', (route) =>
        route.fulfill({
          status: 400,
          json: {
            code: 'invalid_input',
            message: 'Please check what you entered.',
            errors: [
              { path: 'password', message: 'Please choose another password.' },
              { path: 'lastName', message: 'Please use at most 100 characters.' },
            ],
          },
        }),
      )
      await page.keyboard.press('Enter')
      await page.getByText('Please use at most 100 characters.').waitFor()
      await page.getByText('Please choose another password.').waitFor()
      await expectFocus(page, 'Last name')
      await expect.poll(async () => page.getByLabel('Password', { exact: true }).inputValue()).toBe('another one')
    },
  )

  browserTest('password managers find the fields, and Caps Lock is shown', async ({ page, problems }) => {
    problems.allow(/ERR_FAILED/)
    const fields = async () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('form input')].map(({ id, name, type, autocomplete }) => [id, name, type, autocomplete].join(' '))",
      )
    await page.goto(`${product.origin}/register`)
    await page.getByLabel('Email').waitFor()
    await expect
      .poll(async () => fields())
      .toEqual([
        'first-name firstName text given-name',
        'last-name lastName text family-name',
        'email email email email',
        'new-password password password new-password',
      ])
    await page.goto(`${product.origin}/login`)
    await page.getByLabel('Email').waitFor()
    await expect
      .poll(async () => fields())
      .toEqual(['email email email username', 'current-password password password current-password'])

    // Like a password manager: sets the value, and dispatches an input event without a key.
    await page.evaluate(`for (const [id, value] of [['email', 'filled@example.com'], ['current-password', 'filled in']]) {
      const input = document.getElementById(id)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }`)
    const sent = page.waitForRequest(`**${login}`)
    await page.route(`**${login}`, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign In' }).click()
    expect((await sent).postDataJSON()).toEqual({ email: 'filled@example.com', password: 'filled in' })

    await page.getByRole('main').getByRole('alert').waitFor()
    await page.getByLabel('Password', { exact: true }).focus()
    const type = async (capsLock: boolean) =>
      page.evaluate(
        `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: ${capsLock} }))`,
      )
    await type(true)
    await page.getByText('Caps Lock is on.').waitFor()
    await takeScreenshots(page, 'login-caps-lock')
    await type(false)
    await page.getByText('Caps Lock is on.').waitFor({ state: 'detached' })
  })
})
