// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LiveBar } from './live-bar.tsx'
import { accountOf } from './trading.fixture.ts'

afterEach(cleanup)

it('says LIVE above what trades real money, by shape and not by color alone', () => {
  const binance = accountOf({ type: 'live', broker: 'BINANCE' })
  render(<LiveBar accounts={[accountOf(), binance, accountOf({ type: 'practice' }), binance]} />)
  expect(screen.getByText('LIVE').parentElement?.textContent).toBe('LIVEReal money on Binance')
})

it('shows nothing on paper and practice accounts, and before accounts are known', () => {
  const { container, rerender } = render(<LiveBar accounts={[accountOf(), accountOf({ type: 'practice' })]} />)
  expect(container.textContent).toBe('')
  rerender(<LiveBar accounts={undefined} />)
  expect(container.textContent).toBe('')
})
