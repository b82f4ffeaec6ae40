import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { sampleReply } from '../../../testing/mock-api.ts'
import { ParameterForm } from './parameter-form.tsx'

const BANDS = {
  ...sampleReply('getSystemIndicator'),
  key: 'Bands',
  parameters: [
    { name: 'period', defaultValue: 20 },
    { name: 'kind', defaultValue: 'wide' },
    { name: 'offset', defaultValue: null },
  ],
}

it('reads parameters as literals, takes an empty one as null, and names what it could not parse', async () => {
  const onAdd = vi.fn()
  render(<ParameterForm indicator={BANDS} onAdd={onAdd} onBack={() => undefined} />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  const period = screen.getByRole('textbox', { name: 'period' })
  await userEvent.clear(period)
  await userEvent.type(period, 'twenty')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByText('Could not parse twenty. Must use valid JavaScript literal notation')).toBeTruthy()
  expect(onAdd).not.toHaveBeenCalled()
  await userEvent.clear(period)
  await userEvent.type(period, '.5')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(onAdd).toHaveBeenCalledWith([0.5, 'wide', null])
})
