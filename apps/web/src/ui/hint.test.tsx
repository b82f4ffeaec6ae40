import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { Hint } from './hint.tsx'

const show = (hint: ReactElement): void => void render(<MantineProvider env="test">{hint}</MantineProvider>)
const button = (): HTMLElement => screen.getByRole('button', { name: 'Max. drawdown' })

it('shows a hint while the pointer rests on its element, beginning with the first time', async () => {
  show(
    <Hint label="The deepest fall from a peak">
      <button type="button">Max. drawdown</button>
    </Hint>,
  )
  expect(screen.queryByText('The deepest fall from a peak')).toBeNull()
  for (let visit = 0; visit < 2; visit++) {
    fireEvent.mouseEnter(button())
    expect(await screen.findByText('The deepest fall from a peak')).toBeDefined()
    fireEvent.mouseLeave(button())
    await waitFor(() => expect(screen.queryByText('The deepest fall from a peak')).toBeNull())
  }
})

it('shows no hint for a pointer that only passes by', async () => {
  show(
    <>
      <Hint label="Passed by">
        <button type="button">Max. drawdown</button>
      </Hint>
      <Hint label="Rested on">
        <button type="button">Return</button>
      </Hint>
    </>,
  )
  fireEvent.mouseEnter(button())
  fireEvent.mouseLeave(button())
  fireEvent.mouseEnter(screen.getByRole('button', { name: 'Return' }))
  // By then the first one would have appeared, too.
  expect(await screen.findByText('Rested on')).toBeDefined()
  expect(screen.queryByText('Passed by')).toBeNull()
})

it('shows no hint that is disabled', async () => {
  const both = (isDisabled: boolean) => (
    <MantineProvider env="test">
      <Hint label="Only the icon is shown" isDisabled={isDisabled}>
        <button type="button">Max. drawdown</button>
      </Hint>
    </MantineProvider>
  )
  const { rerender } = render(both(false))
  fireEvent.mouseEnter(button())
  expect(await screen.findByText('Only the icon is shown')).toBeDefined()
  rerender(both(true))
  await waitFor(() => expect(screen.queryByText('Only the icon is shown')).toBeNull())
})
