// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { EmbedDialog } from './embed-dialog.tsx'
import { embedCode, readAddress } from './embedded.ts'
import { EURUSD } from '../../entities/prices/markets.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4, 10, 15) })
  // jsdom has no fonts; fields that grow with their text listen to them.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
  // Of another test whose page was still asking when it ended.
  queryClient.clear()
  mockApi({ listInstruments: [EURUSD] })
  queryClient.setQueryData(['bootstrap'], { user: null } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <EmbedDialog instrumentId={EURUSD.id} interval="M15" isOpen onClose={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const code = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' }).value
const type = (label: string, text: string): void => {
  const field = screen.getByRole('textbox', { name: label })
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

it('has the code of the chart, and raises a size that is too small with a warning', async () => {
  await screen.findByRole('dialog', { name: 'Embed the chart of EUR/USD on SIM' })
  const address = `${location.origin}/embed/chart?instrumentId=EURUSD%3ASIM&amp;interval=M15&amp;side=bid&amp;type=candlestick`
  expect(code()).toBe(
    `<iframe src="${address}" title="EUR/USD on SIM" width="700" height="400" style="border: 0" loading="lazy"></iframe>`,
  )
  type('Width', '499')
  expect(screen.getByText('Raised to 500 px, the least width')).toBeDefined()
  type('Height', '10')
  expect(screen.getByText('Raised to 200 px, the least height')).toBeDefined()
  expect(code()).toContain('width="500" height="200"')
  type('Width', '620')
  expect(screen.queryByText(/least width/)).toBeNull()
  expect(code()).toContain('width="620"')
})

it('embeds a period instead, which is the last week at first', async () => {
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('radio', { name: 'A period' }))
  const [end, day] = [Date.UTC(2026, 2, 4), 86_400_000]
  expect(code()).toContain(`&amp;start=${end - 7 * day}&amp;end=${end}"`)
  expect(screen.getByTitle('Preview of EUR/USD on SIM').getAttribute('src')).toContain(`&end=${end}`)
})

it('reads what cannot be in an address as the default, and closes no attribute with a name', () => {
  const chart = { instrumentId: 'EURUSD:SIM', interval: 'M15', side: 'bid', type: 'candlestick' } as const
  const nonsense = '?interval=M7&side=left&type=pie&start=yesterday&end=1&token=x'
  expect(readAddress(nonsense)).toEqual({ ...chart, start: undefined, end: undefined })
  expect(readAddress('?interval=H1&start=1767225600000&end=1767312000000')).toMatchObject({
    interval: 'H1',
    start: Date.UTC(2026, 0, 1),
    end: Date.UTC(2026, 0, 2),
  })
  const made = embedCode('https://example.com', chart, { width: 500, height: 200, title: '"><script>' })
  expect(made).toContain('title="&quot;>&lt;script>"')
})
