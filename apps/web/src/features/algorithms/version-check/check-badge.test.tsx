import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { VersionCheck } from '@tradeloom/contracts'
import { describe, expect, it } from 'vitest'
import { CheckBadge } from './check-badge.tsx'
import { checkText, draftLabel } from './check-labels.ts'

const DONE: VersionCheck = {
  status: 'done',
  verdict: 'clean',
  reason: null,
  findings: [],
  engineVersion: '1',
  time: '2024-01-08T00:00:00.000Z',
}
const LYING: VersionCheck = {
  ...DONE,
  verdict: 'repaints',
  findings: [{ kind: 'repaints', proof: 'repaint', line: 6, column: 3, message: 'It decides on a growing bar' }],
}

describe('the badge of a check', () => {
  it('says what was found, and where', () => {
    expect(checkText(DONE)).toBe('No bias found')
    expect(checkText(LYING)).toBe('Repaints · line 6')
    expect(checkText({ ...DONE, verdict: 'not-run', reason: 'no orders' })).toBe('Not verified')
  })

  it('never takes a check that is not finished, or that never was, for a good one', () => {
    expect(checkText(null)).toBe('Not checked')
    expect(checkText({ ...DONE, status: 'checking', verdict: null })).toBe('Checking')
  })

  it('is a button only where it leads somewhere', () => {
    const { rerender } = render(<CheckBadge check={LYING} />, { wrapper: MantineProvider })
    expect(screen.queryByRole('button')).toBeNull()
    rerender(<CheckBadge check={LYING} onClick={() => undefined} />)
    expect(screen.getByRole('button', { name: 'Repaints · line 6' })).toBeDefined()
  })

  it('says nothing good of a text with errors, or of one that is not the version that was checked', () => {
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
