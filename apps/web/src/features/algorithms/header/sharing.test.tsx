import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Algorithm } from '@tradeloom/contracts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ShareMenu } from './share-menu.tsx'
import { sharingOf } from './sharing.ts'

describe('sharing', () => {
  it('has one label for what others can see, and another for what they cannot see yet', () => {
    const label = (shared: boolean, shareNew: boolean, readOnly = false) =>
      sharingOf({ shared, shareNew, readOnly })?.label ?? null
    expect([label(true, true), label(true, false), label(true, false, true)]).toEqual(['Shared', 'Shared', 'Shared'])
    expect(label(false, true)).toBe('Shared from the next version')
    expect(label(false, false)).toBeNull()
  })

  it('says before sharing that backtests become public too', async () => {
    const algorithm = { id: 'a', name: 'Cross', shared: false, shareNew: false, latestVersion: null } as Algorithm
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <ShareMenu algorithm={algorithm} />
        </QueryClientProvider>
      </MantineProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(await screen.findByText(/Your backtests of shared versions become public too/)).toBeDefined()
  })
})
