import type { Locator, Page } from '@playwright/test'
import { randomBase62 } from '#lib/core/random-id'
import { linkFrom } from '../fixtures/mailbox'
import { expect, test } from '../fixtures/test'
import { aPerson } from '../fixtures/world'

/** From the front page to the first sign-in in the playground, without a look into the documentation. */
const MOST_CLICKS = 25
const MOST_SECONDS = 240
/** What a person takes for one thing beyond what the machine takes: to read, to find, to type or paste. */
const PER_CLICK_SECONDS = 3
const PER_FIELD_SECONDS = 5
/** What it takes to see what a page is about. */
const PER_PAGE_SECONDS = 4

/** A hand that is counted, and eyes that meet each page anew. */
class Hand {
  clicks = 0
  fields = 0
  /** Fields that had the focus before anybody clicked. */
  ready = 0
  pages = 0

  constructor(readonly page: Page) {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.pages++
    })
  }

  async click(place: Locator) {
    await place.click()
    this.clicks++
  }

  press = (name: string | RegExp) => this.click(this.page.getByRole('button', { name, exact: typeof name === 'string' }))
  follow = (name: string | RegExp) => this.click(this.page.getByRole('link', { name, exact: typeof name === 'string' }).first())

  async type(label: string, text: string) {
    const field = this.page.getByLabel(label, { exact: true })
    await field.waitFor()
    if (await field.evaluate((element) => element === document.activeElement)) this.ready++
    await field.fill(text)
    this.fields++
  }

  /** A click on the button beside what is copied. */
  async copy(place: Locator): Promise<string> {
    const text = await place.innerText()
    this.clicks++
    return text
  }

  /** What a person takes beside the machine. */
  seconds = () => this.clicks * PER_CLICK_SECONDS + this.fields * PER_FIELD_SECONDS + this.pages * PER_PAGE_SECONDS
}

/** A company of the visitor's own. */
async function openCompany(hand: Hand) {
  const { page } = hand
  const email = `${randomBase62(12).toLowerCase()}@company.example`
  await page.goto('/')
  await hand.follow('Open a company account')
  await hand.type('Company name', 'Larkspur Books')
  await hand.type('Your name', 'Ada Quill')
  await hand.type('Email', email)
  await hand.type('Password', 'the gravel sings at noon')
  await hand.press('Create account')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  // The mail, and its link.
  hand.clicks += 2
  await page.goto(await linkFrom(email, 'staff_confirm'))
  await hand.press('Confirm address')
  await expect(page.getByRole('heading', { name: 'Larkspur Books' })).toBeVisible()
}

async function makeKey(hand: Hand) {
  await hand.follow('Create an API key')
  await hand.press('Create API key')
  await hand.click(hand.page.getByRole('checkbox', { name: 'I have stored it' }))
  await hand.press('Go on to your first app')
}

async function makeApp(hand: Hand) {
  await hand.type('Name', 'Reading Room')
  await hand.type('Return addresses', 'https://shop.example/callback')
  await hand.press('Create app')
}

async function signIn(hand: Hand, { email, password }: { email?: string; password: string }) {
  if (email !== undefined) await hand.type('Email', email)
  await hand.type('Password', password)
  await hand.press('Log in')
  await hand.press('Allow')
  await expect(hand.page.getByText('The log-in works.')).toBeVisible()
}

function judge(way: string, hand: Hand, began: number) {
  const machine = (performance.now() - began) / 1000
  const seconds = machine + hand.seconds()
  // A field counts as a click, for most people click into it; not where the page has put them there.
  const clicks = hand.clicks + hand.fields - hand.ready
  console.log(
    `${way}: ${clicks} clicks of at most ${MOST_CLICKS} (${hand.fields} fields, ${hand.ready} of them ready to type into), ${seconds.toFixed(0)} s of at most ${MOST_SECONDS} ` +
      `(${machine.toFixed(0)} of the machine, the rest of a person who sees ${hand.pages} pages)`,
  )
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  expect(seconds).toBeLessThanOrEqual(MOST_SECONDS)
}

test('a stranger comes to the first sign-in in the test environment', async ({ page }) => {
  test.skip(!process.env.FIRST_STEPS, 'npm run first-steps asks for it')
  const hand = new Hand(page)
  const began = performance.now()
  await openCompany(hand)
  await hand.press('Test')
  await expect(page.getByText('nobody here is real')).toBeVisible()
  await makeKey(hand)
  await makeApp(hand)
  await hand.follow('Try it in the playground')
  await hand.press('Make demo person')
  await expect(page.getByRole('button', { name: 'Try it now' })).toBeVisible()
  const [email = ''] = await page.locator('main code').allInnerTexts()
  const password = await hand.copy(page.locator('main code').nth(1))
  await hand.press('Try it now')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await signIn(hand, { password })
  judge('test', hand, began)
})

test('a stranger comes to the first sign-in of a live app, as somebody who has an account', async ({ page }) => {
  test.skip(!process.env.FIRST_STEPS, 'npm run first-steps asks for it')
  const person = await aPerson({ given_name: 'Ada' })
  const hand = new Hand(page)
  const began = performance.now()
  await openCompany(hand)
  await makeKey(hand)
  await makeApp(hand)
  const secret = await hand.copy(page.locator('main code').filter({ hasText: /^sgs_/ }))
  await hand.click(page.getByRole('checkbox', { name: 'I have stored it' }))
  await hand.press('Try it in the playground')
  await hand.type('Client secret', secret)
  await hand.press('Prepare the request')
  await hand.follow('Send the browser there')
  await signIn(hand, person)
  judge('live', hand, began)
})
