// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { KeyedStore } from './keyed-store.ts'
import { type LivePrice, PriceStore, usePriceRef } from './price-store.ts'

/** A store whose frames the test ends. */
function withFrames(): { readonly store: PriceStore; readonly endFrame: () => void } {
  let flush: (() => void) | null = null
  const store = new PriceStore(
    new KeyedStore<LivePrice>((next) => {
      flush = next
    }),
  )
  const endFrame = (): void => {
    const due = flush
    flush = null
    due?.()
  }
  return { store, endFrame }
}

const price = (bid: number, isCached = false): LivePrice => ({ time: bid, bid, ask: bid + 1, isCached })

it('keeps the newest price of each instrument', () => {
  const { store, endFrame } = withFrames()
  for (const bid of [1, 2, 3]) store.set('EURUSD:OANDA', price(bid))
  store.set('XBTUSD:BITMEX', price(60_000))
  endFrame()
  expect(store.get('EURUSD:OANDA')).toEqual(price(3))
  expect(store.get('XBTUSD:BITMEX')).toEqual(price(60_000))
  expect(store.get('USDJPY:OANDA')).toBeUndefined()
})

it('marks a price that was known before the stream began, and never lets it replace a live one', () => {
  const { store, endFrame } = withFrames()
  store.set('EURUSD:OANDA', price(1, true))
  endFrame()
  expect(store.get('EURUSD:OANDA')?.isCached).toBe(true)
  // Both in one frame: what arrives last is not what is newest.
  store.set('EURUSD:OANDA', price(2))
  store.set('EURUSD:OANDA', price(1, true))
  endFrame()
  expect(store.get('EURUSD:OANDA')).toEqual(price(2))
  store.delete('EURUSD:OANDA')
  store.set('EURUSD:OANDA', price(1, true))
  endFrame()
  expect(store.get('EURUSD:OANDA')).toEqual(price(1, true))
})

it('writes new prices into an element once a frame and without rendering, until it is gone', () => {
  const { store, endFrame } = withFrames()
  let renders = 0
  let writes = 0
  const write = (element: Element, { bid }: LivePrice): void => {
    writes += 1
    element.textContent = String(bid)
  }
  function Bid(): ReactElement {
    renders += 1
    return <span data-testid="bid" ref={usePriceRef(store, 'EURUSD:OANDA', write)} />
  }
  store.set('EURUSD:OANDA', price(1))
  endFrame()
  const { unmount } = render(<Bid />)
  expect(screen.getByTestId('bid').textContent).toBe('1')
  for (const bid of [2, 3, 4]) store.set('EURUSD:OANDA', price(bid))
  store.set('USDJPY:OANDA', price(150))
  act(endFrame)
  expect(screen.getByTestId('bid').textContent).toBe('4')
  expect([renders, writes]).toEqual([1, 2])
  unmount()
  store.set('EURUSD:OANDA', price(5))
  act(endFrame)
  expect([renders, writes]).toEqual([1, 2])
})
