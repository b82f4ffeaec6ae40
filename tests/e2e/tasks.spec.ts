import { expect, type Locator, type Page } from '@playwright/test'
import { callApi, newAlgorithm, newUser } from './api.ts'
import { watchConsole } from './browser.ts'
import { openLayout } from './dashboard-page.ts'
import { useKeyboard } from './keyboard.ts'
import { NARROW } from './screens.ts'
import { test } from './test.ts'

const BUYS_ONCE = `function onTick() {
  if (positions.count === 0) buy({ quantity: 1000, stopLossPips: 500 })
}`
const QUANTITY = 0.02

/** How a user works with the page. */
interface Hand {
  readonly use: (target: Locator) => Promise<void>
  readonly type: (field: Locator, text: string) => Promise<void>
  /** An item of a menu that is open. */
  readonly choose: (item: Locator) => Promise<void>
  /** Searches everything. */
  readonly search: (text: string, result: RegExp) => Promise<void>
  /** The ticket of the page that is open. */
  readonly ticket: () => Promise<Locator>
  readonly limit: (ticket: Locator) => Promise<void>
  readonly submit: (ticket: Locator) => Promise<void>
  readonly leaveTicket: (ticket: Locator) => Promise<void>
  readonly flatten: () => Promise<void>
}

interface Position {
  readonly direction: string
  readonly quantity: number
  readonly stopLoss: number | null
  readonly sessionId: string | null
}

/** What the user holds by hand, without what sessions hold. */
async function held(page: Page): Promise<readonly Position[]> {
  const all = await callApi<readonly Position[]>(page.request, 'GET', '/api/positions/open')
  return all.filter(({ sessionId }) => sessionId === null)
}

function panelOf(page: Page, name: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

function submitOf(ticket: Locator): Locator {
  return ticket.getByRole('button', { name: /^Buy / })
}

async function tenTasks(page: Page, hand: Hand): Promise<void> {
  const dialog = page.getByRole('dialog')
  const one = async (): Promise<Position | undefined> => (await held(page))[0]
  const actions = panelOf(page, 'Open positions').getByRole('button', { name: /^Actions for position of/ })
  const act = async (item: string): Promise<void> => {
    await hand.use(actions)
    await hand.choose(page.getByRole('menuitem', { name: item }))
  }

  await test.step('opens an instrument by typing its name', async () => {
    await openLayout(page, 'Crypto Markets')
    await hand.search('btcusdt', /^BTC\/USDT SIM\b/)
    await expect(page.getByRole('heading', { level: 1, name: 'BTC/USDT SIM', exact: true })).toBeVisible()
  })

  await test.step('buys with a stop', async () => {
    const ticket = await hand.ticket()
    await expect(submitOf(ticket)).toBeVisible()
    await hand.type(ticket.getByRole('textbox', { name: 'Quantity' }), String(QUANTITY))
    await hand.type(ticket.getByRole('textbox', { name: /^Stop loss/ }), '2%')
    await hand.submit(ticket)
    await expect.poll(async () => (await one())?.quantity).toBe(QUANTITY)
    await expect.poll(async () => (await one())?.stopLoss).toBeGreaterThan(0)
    // An order that waits, to be found.
    await hand.limit(ticket)
    await hand.type(ticket.getByRole('textbox', { name: 'Limit price' }), '30000')
    const isWaiting = async (): Promise<boolean> =>
      (await callApi<readonly { type: string; status: string }[]>(page.request, 'GET', '/api/orders')).some(
        ({ type, status }) => type === 'Limit' && status === 'NEW',
      )
    // A ticket takes no second order within a second.
    await expect(async () => {
      await hand.submit(ticket)
      await expect.poll(isWaiting, { timeout: 5_000 }).toBe(true)
    }).toPass()
    await hand.leaveTicket(ticket)
  })

  await test.step('moves the stop', async () => {
    const before = Number((await one())?.stopLoss)
    await act('Stop and target…')
    await hand.type(dialog.getByLabel(/^Stop loss/), (before + 10).toFixed(2))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await one())?.stopLoss).toBeGreaterThan(before)
  })

  await test.step('closes half', async () => {
    await act('Close 50%…')
    await hand.use(dialog.getByRole('button', { name: 'Close part' }))
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await one())?.quantity).toBe(QUANTITY / 2)
  })

  await test.step('reverses', async () => {
    await act('Reverse position…')
    await hand.use(dialog.getByRole('button', { name: 'Reverse position' }))
    await expect.poll(async () => (await one())?.direction).toBe('SHORT')
    await expect(dialog).toBeHidden()
  })

  await test.step('creates an alert', async () => {
    await hand.use(page.getByRole('button', { name: 'Alert here' }))
    await hand.type(dialog.getByRole('textbox', { name: 'Number' }), '90000')
    await hand.use(dialog.getByRole('button', { name: 'Create alert' }))
    await expect(dialog).toBeHidden()
    expect(await callApi<unknown[]>(page.request, 'GET', '/api/alerts')).toHaveLength(1)
  })

  await test.step('starts a paper session', async () => {
    await hand.search('Buys once', /^Buys once/)
    await hand.use(page.getByRole('link', { name: 'Trade', exact: true }))
    await hand.use(page.getByRole('button', { name: 'New Trading Session' }))
    await expect(dialog.getByRole('button', { name: 'OK' })).toBeEnabled()
    await hand.use(dialog.getByRole('button', { name: 'OK' }))
    await expect(page.getByRole('heading', { level: 1, name: /^Buys once on / })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Positions (Open)' }).getByText('▲ Long')).toBeVisible()
  })

  await test.step('stops it and closes its positions', async () => {
    await hand.use(page.getByRole('button', { name: 'Stop', exact: true }))
    await hand.use(dialog.getByRole('checkbox', { name: 'Close its positions at the market' }))
    await hand.use(dialog.getByRole('button', { name: 'Stop trading session' }))
    await expect(page.getByText('No open positions')).toBeVisible()
  })

  await test.step('finds a working order', async () => {
    await hand.search('BTC/USDT Limit', /Working order$/)
    await expect(panelOf(page, 'Orders').getByText('New', { exact: true })).toBeVisible()
  })

  await test.step('flattens everything', async () => {
    await hand.flatten()
    await expect(page.getByRole('dialog', { name: 'Close everything' }).getByText(/^Flat after/)).toBeVisible()
    expect(await held(page)).toEqual([])
  })
}

test('ten tasks of a trader are done by keys alone', async ({ page }) => {
  const complaints = watchConsole(page)
  await newUser(page.request, 'tenkeys')
  await newAlgorithm(page.request, 'Buys once', BUYS_ONCE)
  const keys = await useKeyboard(page)
  await tenTasks(page, {
    use: async (target) => {
      await keys.go(target)
      await keys.press((await target.getAttribute('type')) === 'checkbox' ? ' ' : 'Enter')
    },
    type: keys.type,
    choose: async (item) => {
      await expect(item).toBeVisible()
      await keys.go(item, 'ArrowDown')
      await keys.press('Enter')
    },
    search: async (text, result) => {
      // On the desk, letters alone search.
      if (!page.url().includes('/platform')) await keys.press('Control+k')
      await page.keyboard.type(text)
      const found = page.getByRole('option', { name: result }).first()
      await expect(found).toBeVisible()
      while ((await found.getAttribute('aria-selected')) !== 'true') await keys.press('ArrowDown')
      await keys.press('Enter')
    },
    ticket: async () => panelOf(page, 'Trade ticket'),
    limit: async (ticket) => {
      await keys.go(ticket.getByRole('radio', { name: 'MARKET' }), 'Shift+Tab')
      await keys.press('l')
    },
    submit: () => keys.press('Enter'),
    leaveTicket: async () => undefined,
    flatten: async () => {
      await keys.press('Control+Shift+K')
      await expect(page.getByRole('dialog', { name: 'Close everything' }).getByText(/^Buys back/)).toBeVisible()
      await keys.press('a')
      await keys.press('Enter')
    },
  })
  expect(await keys.pointerPresses()).toBe(0)
  expect(complaints).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: NARROW, hasTouch: true, isMobile: true })

  test('ten tasks of a trader are done by touch', async ({ page }) => {
    const complaints = watchConsole(page)
    await newUser(page.request, 'tentaps')
    await newAlgorithm(page.request, 'Buys once', BUYS_ONCE)
    const tap = (target: Locator): Promise<void> => target.tap()
    await tenTasks(page, {
      use: tap,
      type: (field, text) => field.fill(text),
      choose: tap,
      search: async (text, result) => {
        await tap(page.getByRole('banner').getByRole('button', { name: 'Go to' }))
        await page.getByRole('combobox', { name: /^Search pages/ }).fill(text)
        await tap(page.getByRole('option', { name: result }).first())
      },
      ticket: async () => {
        await tap(page.getByRole('complementary', { name: 'Trade' }).getByRole('button', { name: /^BUY/ }))
        return page.getByRole('dialog', { name: 'BTC/USDT on SIM' })
      },
      limit: (ticket) => tap(ticket.getByText('LIMIT', { exact: true })),
      submit: (ticket) => tap(submitOf(ticket)),
      leaveTicket: (ticket) => tap(ticket.getByRole('button', { name: 'Close', exact: true })),
      flatten: async () => {
        await tap(page.getByRole('button', { name: 'Close everything' }))
        const hold = page
          .getByRole('dialog', { name: 'Close everything' })
          .getByRole('button', { name: 'Hold to close' })
        await hold.hover()
        await page.mouse.down()
        await expect(page.getByText(/^Flat after/)).toBeVisible()
        await page.mouse.up()
      },
    })
    expect(complaints).toEqual([])
  })
})
