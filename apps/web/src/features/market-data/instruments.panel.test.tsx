// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorReply, mockApi, sampleReply } from '../../testing/mock-api.ts'
import { showPanel } from '../../testing/show-panel.tsx'
// There at once, instead of on demand.
import './instruments/instruments-panel.tsx'

const [SAMPLE] = sampleReply('listInstruments')
const named = (symbol: string, displaySymbol: string) => ({ ...SAMPLE!, id: `${symbol}:SIM`, symbol, displaySymbol })
const LIST = [named('EURUSD', 'EUR/USD'), named('USDJPY', 'USD/JPY')]

afterEach(() => vi.unstubAllGlobals())

const names = (): (string | null)[] => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

describe('the panel of instruments', () => {
  it('lists all instruments by default, and stores what is searched for', async () => {
    mockApi({ listInstruments: LIST })
    const { stored } = showPanel('market-data')
    await screen.findByText('EUR/USD')
    expect(names()).toHaveLength(2)
    fireEvent.change(screen.getByRole('textbox', { name: 'Search instruments' }), { target: { value: 'usdj' } })
    expect(names()).toEqual([expect.stringContaining('USD/JPY')])
    expect(stored).toEqual([{ version: 1, values: { search: 'usdj' } }])
  })

  it('starts with the stored search, and with all instruments if it cannot be read', async () => {
    mockApi({ listInstruments: LIST })
    const { unmount } = showPanel('market-data', { version: 1, values: { search: 'eur' } })
    await screen.findByText('EUR/USD')
    expect(names()).toHaveLength(1)
    unmount()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    showPanel('market-data', { version: 1, values: { search: 7 } })
    await screen.findByText('USD/JPY')
    expect(names()).toHaveLength(2)
    expect(warn).toHaveBeenCalled()
    warn.mockRestore()
  })

  it('says what to do when there is no market data, and when nothing matches', async () => {
    mockApi({ listInstruments: [] })
    const { unmount } = showPanel('market-data')
    await screen.findByText('No market data yet')
    unmount()
    showPanel('market-data', { version: 1, values: { search: 'zzz' } })
    await screen.findByText('No matches found')
  })

  it('reports a failure of the server, and loads again on request', async () => {
    const api = mockApi({ listInstruments: () => errorReply(400, { code: 'bad', message: 'The disk is full' }) })
    showPanel('market-data')
    await screen.findByText('The disk is full')
    api.use({ listInstruments: LIST })
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('EUR/USD')
  })
})
