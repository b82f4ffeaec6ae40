import { MantineProvider } from '@mantine/core'
import type { ImportDetection } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mockApi, sampleReply } from '../../../testing/mock-api.ts'
import { ImportDialog } from './import-dialog.tsx'

const FORMATS = [
  { name: 'csv', title: 'Plain CSV', description: 'Any columns', needsMapping: true, defaultTimezone: 'UTC' },
  { name: 'metatrader', title: 'MetaTrader', description: 'History', needsMapping: false, defaultTimezone: 'UTC' },
]
const FOUND: ImportDetection = {
  file: 'EURUSD.csv',
  format: 'csv',
  instrumentId: 'EURUSD:OANDA',
  timezone: 'UTC-05:00',
  interval: 'M1',
  columns: ['Time', 'Close'],
  rows: [[Date.UTC(2024, 0, 2, 5), 1.1045]],
  symbols: [],
  asks: [],
  problem: null,
}

/** What the files of the next detection are recognized as. */
let found: ImportDetection

beforeEach(() => {
  found = FOUND
})
afterEach(() => vi.unstubAllGlobals())

async function openDialog() {
  const [format] = sampleReply('listImportFormats')
  mockApi({
    listImportFormats: FORMATS.map((one) => ({ ...format!, ...one })),
    detectImport: () => [found],
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ImportDialog isOpen files={[]} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Import market data' })
  const files = (await within(dialog).findByLabelText('Files to import')) as HTMLInputElement
  return { dialog, choose: (name: string) => fireEvent.change(files, { target: { files: [new File(['x'], name)] } }) }
}

const instrumentIn = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLInputElement>('Instrument')

describe('the detection of an import', () => {
  it('shows the first rows, and fills in format and instrument', async () => {
    const { dialog, choose } = await openDialog()
    choose('EURUSD.csv')
    const rows = await within(dialog).findByRole('region', { name: 'First rows' })
    expect(rows.textContent).toContain('2024-01-02 05:00')
    expect(rows.textContent).toContain('1.1045')
    expect(dialog.textContent).toContain('read as bars of 1 min with times in UTC-05:00. Nothing is saved yet.')
    expect(instrumentIn(dialog).value).toBe('EURUSD:OANDA')
    expect(await within(dialog).findByDisplayValue('Plain CSV')).toBeDefined()
  })

  it('replaces what it filled in when other files are chosen instead', async () => {
    const { dialog, choose } = await openDialog()
    choose('EURUSD.csv')
    await within(dialog).findByDisplayValue('EURUSD:OANDA')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove EURUSD.csv' }))
    found = { ...FOUND, file: 'GBPUSD.hst', format: 'metatrader', instrumentId: 'GBPUSD:OANDA' }
    choose('GBPUSD.hst')
    await within(dialog).findByDisplayValue('GBPUSD:OANDA')
    expect(await within(dialog).findByDisplayValue('MetaTrader')).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove GBPUSD.hst' }))
    found = { ...FOUND, file: 'prices.csv', instrumentId: null }
    choose('prices.csv')
    await within(dialog).findByDisplayValue('Plain CSV')
    expect(instrumentIn(dialog).value).toBe('')
  })

  it('fills nothing into the field under the cursor until it is left empty', async () => {
    const { dialog, choose } = await openDialog()
    const field = instrumentIn(dialog)
    field.focus()
    choose('EURUSD.csv')
    expect(await within(dialog).findByDisplayValue('Plain CSV')).toBeDefined()
    expect(field.value).toBe('')
    fireEvent.blur(field)
    expect(field.value).toBe('EURUSD:OANDA')
  })

  it('keeps what the user has typed', async () => {
    const { dialog, choose } = await openDialog()
    fireEvent.change(instrumentIn(dialog), { target: { value: 'EURUSD:MINE' } })
    choose('EURUSD.csv')
    await within(dialog).findByRole('region', { name: 'First rows' })
    expect(instrumentIn(dialog).value).toBe('EURUSD:MINE')
  })

  it('asks which of several symbols to import', async () => {
    found = { ...FOUND, symbols: ['EURUSD', 'GBPUSD'] }
    const { dialog, choose } = await openDialog()
    choose('all.csv')
    expect(await within(dialog).findByRole('combobox', { name: 'Symbol in the files' })).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import' }))
    expect(await within(dialog).findByText('Please choose the symbol to import')).toBeDefined()
  })

  it('asks before a file of one symbol is imported as another', async () => {
    found = { ...FOUND, symbols: ['GBPUSD'], instrumentId: 'GBPUSD:OANDA' }
    const { dialog, choose } = await openDialog()
    choose('prices.csv')
    await within(dialog).findByDisplayValue('GBPUSD:OANDA')
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    fireEvent.change(instrumentIn(dialog), { target: { value: 'EURUSD:OANDA' } })
    const box = await within(dialog).findByRole('checkbox', { name: 'The file is of GBPUSD. Import it as EURUSD' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import' }))
    expect(await within(dialog).findByText('Please confirm, or choose the instrument of the file')).toBeDefined()
    fireEvent.click(box)
    expect(within(dialog).queryByText('Please confirm, or choose the instrument of the file')).toBeNull()
  })

  it('asks for the time zone, the order of dates and the decimal sign that a file leaves open', async () => {
    found = { ...FOUND, timezone: null, asks: ['timezone', 'dayOrder', 'decimal'], rows: [] }
    const { dialog, choose } = await openDialog()
    choose('EURUSD.csv')
    expect(await within(dialog).findByRole('combobox', { name: 'Order of day and month' })).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Import' }))
    for (const text of ['Please state the time zone', 'Please choose the order', 'Please choose the decimal sign']) {
      expect(await within(dialog).findByText(text)).toBeDefined()
    }
  })

  it('says why files are not recognized', async () => {
    found = { ...FOUND, format: null, instrumentId: null, rows: [], problem: 'the first row has no time' }
    const { dialog, choose } = await openDialog()
    choose('notes.txt')
    expect(
      await within(dialog).findByText('Not recognized: the first row has no time. Please choose the format.'),
    ).toBeDefined()
  })
})
