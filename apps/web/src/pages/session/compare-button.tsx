import { Button } from '@mantine/core'
import type { TradingSession } from '@tradeloom/contracts'
import { defaultModels } from '@tradeloom/domain'
import { IconGitCompare } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { NewBacktestDialog } from '../../features/backtests/lazy-new-backtest-dialog.ts'

/** Offers a backtest of what a session trades, over the days of the session. */
export function CompareButton({ session }: { readonly session: TradingSession }): ReactElement | null {
  const [isOpen, setOpen] = useState(false)
  const [now] = useState(() => new Date().toISOString())
  const { algorithmId, algorithmVersionId, instrumentId, interval, externals, initialBalance } = session
  // Of an algorithm that is deleted nothing can be run.
  if (algorithmId === null || algorithmVersionId === null) return null
  const days = { start: session.started, end: session.stopped ?? now }
  const settings = { instrumentId, interval, externals, initialBalance, resolution: 1, lambda: false } as const
  return (
    <>
      <Button variant="default" leftSection={<IconGitCompare size={14} aria-hidden />} onClick={() => setOpen(true)}>
        Compare with backtest
      </Button>
      <NewBacktestDialog
        algorithm={{ id: algorithmId, readOnly: false }}
        again={null}
        like={{ algorithmVersionId, ...settings, ...days, models: defaultModels() }}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
