import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { KeyedStore, useKey } from './keyed-store.ts'

it('renders readers of changed keys once per frame, and no others', () => {
  const scheduled: (() => void)[] = []
  const flush = (): void => scheduled.splice(0).forEach((run) => run())
  const store = new KeyedStore<number>((next) => scheduled.push(next))
  const renders: Record<string, number> = { a: 0, b: 0 }
  function Cell({ name }: { readonly name: string }) {
    renders[name] = (renders[name] ?? 0) + 1
    return <span data-testid={name}>{useKey(store, name) ?? 'none'}</span>
  }
  render(
    <>
      <Cell name="a" />
      <Cell name="b" />
    </>,
  )
  act(() => {
    for (let value = 1; value <= 50; value += 1) store.set('a', value)
  })
  expect(screen.getByTestId('a').textContent).toBe('none')
  act(() => flush())
  expect(screen.getByTestId('a').textContent).toBe('50')
  expect(renders).toEqual({ a: 2, b: 1 })
  act(() => {
    store.delete('a')
    flush()
  })
  expect(screen.getByTestId('a').textContent).toBe('none')
})
