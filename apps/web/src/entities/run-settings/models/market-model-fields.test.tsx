import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { expect, it } from 'vitest'
import { type MarketDrafts, marketErrors, marketModelsOf } from '../market-drafts.ts'
import { MarketModelFields } from './market-model-fields.tsx'

/** An id with a dot, which separates the fields of a form's path. */
const ID = 'US500.cash:SIM'
let drafts: MarketDrafts = {}

function Form(): ReactElement {
  const [draft, setDraft] = useState<MarketDrafts[string]>()
  const change = (changed: MarketDrafts[string]): void => {
    drafts = { [ID]: changed }
    setDraft(changed)
  }
  return <MarketModelFields title="US500" draft={draft} onChange={change} />
}

it('edits the swap of another market, with its bounds and without a table', async () => {
  render(<Form />, { wrapper: (props) => <MantineProvider env="test">{props.children}</MantineProvider> })
  expect(screen.getByRole('group', { name: 'Holding costs of US500' })).toBeDefined()
  expect(marketModelsOf(drafts, [ID])).toBeUndefined()
  await userEvent.click(screen.getByRole('combobox', { name: 'Swap' }))
  await userEvent.click(screen.getByRole('option', { name: 'Pips per night' }))
  const long = screen.getByLabelText('Swap long (pips)')
  await userEvent.clear(long)
  await userEvent.type(long, '-7')
  expect(marketModelsOf(drafts, [ID])).toEqual({
    [ID]: { swap: { unit: 'pips', long: -7, short: 0, tripleWeekday: 3 }, funding: null },
  })
  expect(screen.queryByRole('combobox', { name: 'Swap rates' })).toBeNull()
  await userEvent.type(long, '000')
  expect(screen.getByText('Must be a number from −1,000 to 1,000')).toBeDefined()
  expect(marketErrors(drafts[ID])).toEqual({ 'swap.long': 'Must be a number from −1,000 to 1,000' })
})
