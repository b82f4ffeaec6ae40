import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stoppingStore, useShownStatus } from './stopping.ts'

function Status({ id, status }: { readonly id: string; readonly status: 'In Progress' | 'Stopped' }) {
  return <output>{useShownStatus({ id, status })}</output>
}

it('shows a stopped run as stopping until it has ended', async () => {
  const { rerender } = render(<Status id="one" status="In Progress" />)
  expect(screen.getByRole('status').textContent).toBe('In Progress')
  act(() => stoppingStore.set('other', true))
  await act(() => new Promise(requestAnimationFrame))
  expect(screen.getByRole('status').textContent).toBe('In Progress')
  act(() => stoppingStore.set('one', true))
  await act(() => new Promise(requestAnimationFrame))
  expect(screen.getByRole('status').textContent).toBe('Stopping…')
  rerender(<Status id="one" status="Stopped" />)
  expect(screen.getByRole('status').textContent).toBe('Stopped')
})
