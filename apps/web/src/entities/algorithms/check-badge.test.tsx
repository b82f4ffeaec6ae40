import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { VersionCheck } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { CheckBadge } from './check-badge.tsx'
import { checkText, draftLabel } from './check-labels.ts'

const DONE: VersionCheck = {
  status: 'done',
  verdict: 'unbiased',
  reason: null,
  findings: [],
  engineVersion: '1',
  time: '2024-01-08T00:00:00.000Z',
}
const BIASED: VersionCheck = {
  ...DONE,
  verdict: 'repaints',
  findings: [{ kind: 'repaints', detector: 'repaint', line: 6, column: 3, message: 'It decides on a forming bar' }],
}

describe('CheckBadge', () => {
  it('shows the verdict and the line of the first finding', () => {
    expect(checkText(DONE)).toBe('No bias found')
    expect(checkText(BIASED)).toBe('Repaints · line 6')
    expect(checkText({ ...DONE, verdict: 'not-verified', reason: 'no orders' })).toBe('Not verified')
  })

  it('shows no verdict while the check waits or runs or when there was none', () => {
    expect(checkText(null)).toBe('Not checked')
    expect(checkText({ ...DONE, status: 'queued', verdict: null })).toBe('Check queued')
    expect(checkText({ ...DONE, status: 'checking', verdict: null })).toBe('Checking')
  })

  it('is a button only when it opens something', () => {
    const { rerender } = render(<CheckBadge check={BIASED} />, { wrapper: MantineProvider })
    expect(screen.queryByRole('button')).toBeNull()
    rerender(<CheckBadge check={BIASED} onClick={() => undefined} />)
    expect(screen.getByRole('button', { name: 'Repaints · line 6' })).toBeDefined()
  })

  it('hides the verdict for a draft that has errors or differs from the checked version', () => {
    const { rerender } = render(<CheckBadge check={DONE} instead={draftLabel({ isChanged: false, errorCount: 0 })} />, {
      wrapper: MantineProvider,
    })
    expect(screen.getByText('No bias found')).toBeDefined()
    rerender(<CheckBadge check={DONE} instead={draftLabel({ isChanged: true, errorCount: 0 })} />)
    expect(screen.getByText('Not checked')).toBeDefined()
    rerender(<CheckBadge check={DONE} instead={draftLabel({ isChanged: false, errorCount: 1 })} />)
    expect(screen.getByText('Has errors')).toBeDefined()
    expect(screen.queryByText('No bias found')).toBeNull()
  })
})
