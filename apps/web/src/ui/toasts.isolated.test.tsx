import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toastError, toastSuccess } from './toast.ts'
import { Toasts } from './toasts.tsx'

const HOST = '.mantine-Notifications-root'

function openPage(): void {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  )
}

it('shows what was reported before the page was there', async () => {
  toastError('Your link has expired')
  openPage()
  expect((await screen.findByRole('alert')).textContent).toContain('Your link has expired')
})

it('shows a message that nobody clicked for, such as one of the server', async () => {
  openPage()
  expect(document.querySelector(HOST)).toBeNull()
  act(() => toastSuccess('Backtest completed'))
  expect(await screen.findByText('Backtest completed')).toBeDefined()
})

it.each([
  ['key', () => fireEvent.keyDown(document.body, { key: 'a' })],
  ['click', () => fireEvent.pointerDown(document.body)],
])('is ready from the first %s on, before there is anything to report', async (_, happen) => {
  openPage()
  expect(document.querySelector(HOST)).toBeNull()
  happen()
  await waitFor(() => expect(document.querySelector(HOST)).not.toBeNull())
})
